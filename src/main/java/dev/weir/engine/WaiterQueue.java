package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** The callers that wait in a segment, first come first served; leaving takes constant time. Guarded by the gate. */
final class WaiterQueue<T, C extends ModalCloseable> {

    private @Nullable Waiter<T, C> first;
    private @Nullable Waiter<T, C> last;
    private int size;

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
    }

    /** Removes a waiter; returns whether it was in here. */
    boolean remove(Waiter<T, C> waiter) {
        if (!waiter.queued) {
            return false;
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
        return true;
    }
}
