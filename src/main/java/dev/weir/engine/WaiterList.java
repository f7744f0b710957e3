package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** Callers that wait in a segment on the same terms, in the order in which they came. Guarded by the segment's gate. */
final class WaiterList<T, C extends ModalCloseable> {

    private @Nullable Waiter<T, C> first;
    private @Nullable Waiter<T, C> last;

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
    }

    void remove(Waiter<T, C> waiter) {
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
    }
}
