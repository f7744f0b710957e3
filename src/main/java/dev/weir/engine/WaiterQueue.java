package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served, counted for the whole pool. Leaving takes constant time, and
 * so does finding the next caller on other terms. Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private final Counts counts;

    // Made for the first that waits on these terms: most routes never have a queue.
    private @Nullable WaiterList<T, C> any;
    private @Nullable WaiterList<T, C> proven;
    private @Nullable WaiterList<T, C> fresh;
    /** How many there are. */
    int size;

    private long arrivals;

    WaiterQueue(Counts counts) {
        this.counts = counts;
    }

    private WaiterList<T, C> listOf(LeaseTerms terms) {
        WaiterList<T, C> list = switch (terms) {
            case ANY -> any;
            case PROVEN -> proven;
            case FRESH -> fresh;
        };
        if (list != null) {
            return list;
        }
        WaiterList<T, C> made = new WaiterList<>();
        switch (terms) {
            case ANY -> any = made;
            case PROVEN -> proven = made;
            case FRESH -> fresh = made;
        }
        return made;
    }

    /** Returns the first waiter; null if there is none. */
    @Nullable
    Waiter<T, C> first() {
        return size == 0 ? null : older(first(any), older(first(proven), first(fresh)));
    }

    private static <T, C extends ModalCloseable> @Nullable Waiter<T, C> first(@Nullable WaiterList<T, C> list) {
        return list == null ? null : list.first;
    }

    /** Returns the first waiter with other terms that came after a given one; null if there is none. */
    @Nullable
    Waiter<T, C> firstBehind(Waiter<T, C> somebody) {
        return older(
                behind(first(any), somebody), older(behind(first(proven), somebody), behind(first(fresh), somebody)));
    }

    private static <T, C extends ModalCloseable> @Nullable Waiter<T, C> behind(
            @Nullable Waiter<T, C> waiter, Waiter<T, C> somebody) {
        return waiter != null && waiter.arrival > somebody.arrival ? waiter : null;
    }

    private static <T, C extends ModalCloseable> @Nullable Waiter<T, C> older(
            @Nullable Waiter<T, C> a, @Nullable Waiter<T, C> b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.arrival < b.arrival ? a : b;
    }

    void add(Waiter<T, C> waiter) {
        waiter.arrival = arrivals++;
        waiter.queued = true;
        listOf(waiter.terms).add(waiter);
        size++;
        counts.pending.add(1);
    }

    /** Removes a waiter, if it is here. */
    void remove(Waiter<T, C> waiter) {
        if (waiter.queued) {
            listOf(waiter.terms).remove(waiter);
            waiter.queued = false;
            size--;
            counts.pending.add(-1);
        }
    }

    /** Ends the wait of all callers. */
    void endAll(Effects<T, C> effects) {
        for (Waiter<T, C> waiter = first(); waiter != null; waiter = first()) {
            remove(waiter);
            effects.end(waiter);
        }
    }

    /** Those on the same terms. */
    private static final class WaiterList<T, C extends ModalCloseable> {

        private @Nullable Waiter<T, C> first;
        private @Nullable Waiter<T, C> last;

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
}
