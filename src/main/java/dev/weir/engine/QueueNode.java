package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** A segment's place in a queue of segments. Guarded by the gate of the queue. */
final class QueueNode<T, C extends ModalCloseable> {

    final Contender<T, C> segment;

    @Nullable
    QueueNode<T, C> previous;

    @Nullable
    QueueNode<T, C> next;

    // Becomes true only while the segment's gate is held, so the segment may trust a false that it reads there.
    volatile boolean queued;

    // How many places the segment had when it last asked for one.
    int share;

    QueueNode(Contender<T, C> segment) {
        this.segment = segment;
    }
}
