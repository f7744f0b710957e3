package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Serves the callers of a segment with a free entry, a dial that has no caller, or a permission to dial; otherwise they
 * queue. Guarded by the segment's gate.
 */
final class Acquisition<T, C extends ModalCloseable> {

    private final PoolState<T, C> pool;
    private final T route;
    private final Entries<T, C> entries;
    private final RouteQuota<T, C> quota;
    private final WaiterQueue<T, C> waiters;
    private final Dials<T, C> dials;
    private final HoldTimes<T, C> holdTimes;
    private final DialPermits<T, C> permits;

    Acquisition(
            PoolState<T, C> pool,
            T route,
            Entries<T, C> entries,
            RouteQuota<T, C> quota,
            WaiterQueue<T, C> waiters,
            Dials<T, C> dials) {
        this.pool = pool;
        this.route = route;
        this.entries = entries;
        this.quota = quota;
        this.waiters = waiters;
        this.dials = dials;
        this.holdTimes = dials.holdTimes();
        this.permits = new DialPermits<>(pool, entries, waiters, dials, dials.history());
    }

    /** Serves a caller, which is no waiter yet if it has just arrived; null if it has to wait. */
    @Nullable
    Slot<T, C> grant(@Nullable Object state, LeaseTerms terms, @Nullable Waiter<T, C> waiter, Effects<T, C> effects) {
        if (!quota.admits()) {
            return null;
        }
        Slot<T, C> slot = free(state, terms, effects);
        if (slot == null) {
            slot = dials.adopt(state);
        }
        if (slot == null && permits.mayBegin(terms, waiter)) {
            slot = fresh(state, effects);
        }
        if (slot != null) {
            slot.terms = terms;
        }
        return slot;
    }

    /** Takes a free entry for a caller that may begin its exchange; null if the caller can use none. */
    @Nullable
    Slot<T, C> free(@Nullable Object state, LeaseTerms terms, Effects<T, C> effects) {
        long nowNanos = pool.holdNanos(); // first: what may fail must not do so once an entry is taken
        Slot<T, C> slot = entries.take(state, terms, effects);
        if (slot != null) {
            holdTimes.taken(slot, nowNanos);
        }
        return slot;
    }

    private @Nullable Slot<T, C> fresh(@Nullable Object state, Effects<T, C> effects) {
        if (!quota.take(effects)) {
            return null;
        }
        Slot<T, C> slot = null;
        boolean permitted = false;
        try {
            slot = entries.lease(pool.newEntry(route), state);
            dials.permit(slot);
            permitted = true;
            return slot;
        } finally {
            if (!permitted) {
                undo(slot, effects);
            }
        }
    }

    private void undo(@Nullable Slot<T, C> slot, Effects<T, C> effects) {
        if (slot != null) {
            dials.close(slot);
            entries.withdraw(slot);
        }
        effects.addPlace();
    }

    /** Queues a caller. */
    void queue(Waiter<T, C> waiter, Effects<T, C> effects) {
        boolean isFull = quota.inFlight.isFull() || quota.isFull();
        permits.queued(waiter.sinceNanos);
        waiter.askAfterNanos = permits.askAfterNanos(isFull);
        waiters.add(waiter);
        if (pool.isGoverned()) {
            serve(effects); // a longer queue may be worth a dial, or one that lasts
        }
    }

    /**
     * Serves as many callers as possible: first those that wait for their dials, because they came before those in the
     * queue.
     */
    void serve(Effects<T, C> effects) {
        dials.serve(entries, effects);
        Waiter<T, C> waiter = waiters.first();
        while (waiter != null) {
            if (serve(waiter, effects)) {
                waiter = waiters.first();
            } else {
                waiter = permits.mayBeOvertaken(waiter) ? waiters.firstBehind(waiter) : null;
            }
        }
    }

    // Ends the wait of a caller if it can be served, or if the wait has already ended.
    private boolean serve(Waiter<T, C> waiter, Effects<T, C> effects) {
        if (!waiter.isDone()) {
            long nowNanos = pool.nanoTime();
            waiter.late = waiter.isLate(nowNanos);
            waiter.granted = waiter.late ? null : grantIfLegal(waiter, effects);
            if (!waiter.late && waiter.granted == null && waiter.failure == null) {
                return false;
            }
            permits.served(nowNanos);
            effects.end(waiter);
        }
        waiters.remove(waiter);
        return true;
    }

    // A state that cannot be compared is the mistake of that caller alone. It must neither fail nor block the others.
    private @Nullable Slot<T, C> grantIfLegal(Waiter<T, C> waiter, Effects<T, C> effects) {
        try {
            return grant(waiter.state, waiter.terms, waiter, effects);
        } catch (RuntimeException e) {
            waiter.failure = e;
            return null;
        }
    }

    /** Serves a caller that asks again later; out of turn if half of its time has passed. */
    void ask(Waiter<T, C> waiter, Effects<T, C> effects) {
        serve(effects);
        if (waiter.queued && permits.isDue(waiter) && quota.admits()) {
            waiter.granted = fresh(waiter.state, effects);
            if (waiter.granted != null) {
                waiter.granted.terms = waiter.terms;
                effects.end(waiter);
                waiters.remove(waiter);
            }
        }
    }
}
