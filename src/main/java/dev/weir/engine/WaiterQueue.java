package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served, counted for the whole pool. Leaving takes constant time, and
 * so does finding the next caller on other terms. Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private final Counts counts;

    private final WaiterList<T, C> any = new WaiterList<>();
    private final WaiterList<T, C> proven = new WaiterList<>();
    private final WaiterList<T, C> fresh = new WaiterList<>();
    /** How many there are. */
    int size;

    private long arrivals;

    WaiterQueue(Counts counts) {
        this.counts = counts;
    }

    private WaiterList<T, C> listOf(LeaseTerms terms) {
        return switch (terms) {
            case ANY -> any;
            case PROVEN -> proven;
            case FRESH -> fresh;
        };
    }

    /** Returns the first waiter; null if there is none. */
    @Nullable
    Waiter<T, C> first() {
        return size == 0 ? null : older(any.first(), older(proven.first(), fresh.first()));
    }

    /** Returns the first waiter with other terms that came after a given one; null if there is none. */
    @Nullable
    Waiter<T, C> firstBehind(Waiter<T, C> somebody) {
        return older(
                behind(any.first(), somebody),
                older(behind(proven.first(), somebody), behind(fresh.first(), somebody)));
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

    /** Ends the wait of callers that have waited for too long. */
    void expire(long nowNanos, Effects<T, C> effects) {
        expire(any, nowNanos, effects);
        expire(proven, nowNanos, effects);
        expire(fresh, nowNanos, effects);
    }

    private void expire(WaiterList<T, C> list, long nowNanos, Effects<T, C> effects) {
        Waiter<T, C> waiter = list.first();
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

    /** Ends the wait of all callers. */
    void endAll(Effects<T, C> effects) {
        for (Waiter<T, C> waiter = first(); waiter != null; waiter = first()) {
            remove(waiter);
            effects.end(waiter);
        }
    }
}
