package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Segments in a row, each once; linked by their turns. Guarded by the gate of its owner.
 */
final class SegmentQueue<T, C extends ModalCloseable> {

    private @Nullable QueueNode<T, C> first;
    private @Nullable QueueNode<T, C> last;

    @Nullable
    QueueNode<T, C> first() {
        return first;
    }

    void append(QueueNode<T, C> queueNode) {
        queueNode.previous = last;
        if (last != null) {
            last.next = queueNode;
        } else {
            first = queueNode;
        }
        last = queueNode;
        queueNode.queued = true;
    }

    void unlink(QueueNode<T, C> queueNode) {
        if (queueNode.previous != null) {
            queueNode.previous.next = queueNode.next;
        } else {
            first = queueNode.next;
        }
        if (queueNode.next != null) {
            queueNode.next.previous = queueNode.previous;
        } else {
            last = queueNode.previous;
        }
        queueNode.previous = null;
        queueNode.next = null;
        queueNode.queued = false;
    }

    /** Moves one to the end. */
    void rotate(QueueNode<T, C> queueNode) {
        unlink(queueNode);
        append(queueNode);
    }
}
