package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** Segments in a row, each once; linked by their turns, so that joining takes no memory. Guarded by the gate of its owner. */
final class TurnQueue<T, C extends ModalCloseable> {

    private @Nullable Turn<T, C> first;
    private @Nullable Turn<T, C> last;

    @Nullable
    Turn<T, C> first() {
        return first;
    }

    void append(Turn<T, C> turn) {
        turn.previous = last;
        if (last != null) {
            last.next = turn;
        } else {
            first = turn;
        }
        last = turn;
        turn.queued = true;
    }

    void unlink(Turn<T, C> turn) {
        if (turn.previous != null) {
            turn.previous.next = turn.next;
        } else {
            first = turn.next;
        }
        if (turn.next != null) {
            turn.next.previous = turn.previous;
        } else {
            last = turn.previous;
        }
        turn.previous = null;
        turn.next = null;
        turn.queued = false;
    }

    /** Lets one go to the end. */
    void rotate(Turn<T, C> turn) {
        unlink(turn);
        append(turn);
    }
}
