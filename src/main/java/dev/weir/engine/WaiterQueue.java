package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come first served, counted for the whole pool; leaving takes constant time.
 * Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private final Counts counts;

    private @Nullable Waiter<T, C> first;
    private @Nullable Waiter<T, C> last;
    private int size;

    WaiterQueue(Counts counts) {
        this.counts = counts;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    @Nullable
    Waiter<T, C> first() {
        return first;
    }

    void add(Waiter<T, C> waiter) {
        waiter.previous = last;
        if (last != null) {
            last.next = waiter;
        } else {
            first = waiter;
        }
        last = waiter;
        waiter.queued = true;
        size++;
        counts.pending(1);
    }

    /** Removes a waiter, if it is in here. */
    void remove(Waiter<T, C> waiter) {
        if (!waiter.queued) {
            return;
        }
        if (waiter.previous != null) {
            waiter.previous.next = waiter.next;
        } else {
            first = waiter.next;
        }
        if (waiter.next != null) {
            waiter.next.previous = waiter.previous;
        } else {
            last = waiter.previous;
        }
        waiter.next = null;
        waiter.previous = null;
        waiter.queued = false;
        size--;
        counts.pending(-1);
    }

    /** Sends those away who have waited for too long. */
    void expire(long nowNanos, Effects<T, C> effects) {
        Waiter<T, C> waiter = first;
        while (waiter != null) {
            Waiter<T, C> next = waiter.next;
            if (waiter.isLate(nowNanos)) {
                waiter.late = true;
                effects.end(waiter);
                remove(waiter);
            }
            waiter = next;
        }
    }

    /** Sends all away. */
    void endAll(Effects<T, C> effects) {
        for (Waiter<T, C> waiter = first; waiter != null; waiter = first) {
            remove(waiter);
            effects.end(waiter);
        }
    }
}
