package dev.weir.engine;

import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One route of the pool: its entries, leased and idle, and who waits for one. Each method is one step behind the gate; what
 * it decides for others goes into {@link Effects}. A segment that is empty leaves the pool and is never used again.
 */
final class Segment<T, C extends ModalCloseable> {

    /** Its place in the queue for the total limit. */
    final Turn<T, C> turn = new Turn<>();

    private final SegmentedPool<T, C> pool;
    private final T route;
    private final Gate gate = new Gate();

    // All guarded by the gate.
    private final Entries<T, C> entries;
    private final Quota<T, C> quota;
    private final WaiterQueue<T, C> waiters;
    private boolean listed;
    // Set once; read without the gate by the purge of the pool.
    private volatile boolean gone;

    Segment(SegmentedPool<T, C> pool, T route, int limit) {
        this.pool = pool;
        this.route = route;
        this.entries = new Entries<>(pool);
        this.waiters = new WaiterQueue<>(pool.counts());
        this.quota = new Quota<>(this, entries, pool.total(), limit);
    }

    T route() {
        return route;
    }

    /** Serves a caller or lets it wait; null if this segment has left the pool. */
    @Nullable
    Future<PoolEntry<T, C>> lease(
            @Nullable Object state,
            LeaseTerms terms,
            Timeout timeout,
            @Nullable FutureCallback<PoolEntry<T, C>> callback,
            Effects<T, C> effects) {
        gate.enter();
        try {
            if (gone) {
                return null;
            }
            Slot<T, C> slot = waiters.isEmpty() ? grant(state, terms, effects) : null;
            if (slot != null) {
                return new Granted<>(slot.entry);
            }
            Waiter<T, C> waiter = new Waiter<>(this, state, terms, callback, timeout, pool.nanoTime());
            waiters.add(waiter);
            return waiter;
        } finally {
            leave();
        }
    }

    private @Nullable Slot<T, C> grant(@Nullable Object state, LeaseTerms terms, Effects<T, C> effects) {
        Slot<T, C> slot = entries.take(state, terms, effects);
        return slot != null ? slot : fresh(state, effects);
    }

    private @Nullable Slot<T, C> fresh(@Nullable Object state, Effects<T, C> effects) {
        return quota.take(effects) ? entries.lease(pool.newEntry(route), state) : null;
    }

    /**
     * Takes an entry back and serves whoever waits. Returns where it noted what is left to do: if the entry's caller is just
     * being told on this thread, whoever tells it goes on with that, so that a row of such callers is no recursion.
     */
    Effects<T, C> release(PoolEntry<T, C> entry, boolean reusable, Effects<T, C> given) {
        gate.enter();
        try {
            Slot<T, C> slot = entries.giveBack(entry);
            if (slot == null) {
                if (gone) {
                    return given;
                }
                throw new IllegalStateException("Pool entry is not present in the set of leased entries");
            }
            Effects<T, C> effects = slot.teller != null && slot.teller.isTelling() ? slot.teller : given;
            free(slot, reusable, effects);
            return effects;
        } finally {
            leave();
        }
    }

    private void free(Slot<T, C> slot, boolean reusable, Effects<T, C> effects) {
        boolean mayStay = reusable && !slot.retired && slot.entry.hasConnection();
        if (slot.uses > 0) {
            freeUse(slot, mayStay, effects);
        } else {
            freePlace(slot, mayStay, effects);
        }
    }

    // Others use it still.
    private void freeUse(Slot<T, C> slot, boolean mayStay, Effects<T, C> effects) {
        if (mayStay && !quota.mustShrink()) {
            entries.share(slot);
        } else {
            entries.retire(slot, effects);
        }
        serveWaiters(effects);
    }

    private void freePlace(Slot<T, C> slot, boolean mayStay, Effects<T, C> effects) {
        boolean hasRoom = quota.hasRoom();
        if (hasRoom && !waiters.isEmpty() && quota.mustPassOn()) {
            entries.discard(slot, effects);
            quota.starve(effects);
            return;
        }
        try {
            keepOrDiscard(slot, hasRoom && mayStay, effects);
        } finally {
            serveWaiters(effects);
        }
    }

    private void keepOrDiscard(Slot<T, C> slot, boolean keep, Effects<T, C> effects) {
        boolean kept = false;
        try {
            if (keep) {
                entries.park(slot);
                kept = true;
                offer(effects);
            }
        } finally {
            if (!kept) {
                entries.discard(slot, effects);
            }
        }
    }

    // Whoever waits for a place can have that of an idle entry.
    private void offer(Effects<T, C> effects) {
        list();
        TotalLimit<T, C> total = pool.total();
        if (total.hasStarving() || total.isExceeded()) {
            effects.contend();
        }
    }

    private void list() {
        if (!listed) {
            listed = true;
            pool.distribution().list(this);
        }
    }

    /** Changes how many callers may use an entry at once; has no effect if the entry has left. */
    void resize(PoolEntry<T, C> entry, int capacity, Effects<T, C> effects) {
        step(() -> {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                entries.resize(slot, capacity);
                serveWaiters(effects);
            }
        });
    }

    /** Lets nobody else use an entry; has no effect if the entry has left. */
    void retire(PoolEntry<T, C> entry, Effects<T, C> effects) {
        step(() -> {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                entries.retire(slot, effects);
            }
        });
    }

    /** Serves as many as can be served, in the first place with what the effects hold. */
    void serve(Effects<T, C> effects) {
        step(() -> serveWaiters(effects));
    }

    private void serveWaiters(Effects<T, C> effects) {
        for (Waiter<T, C> waiter = waiters.first(); waiter != null; waiter = waiters.first()) {
            if (!waiter.isDone()) {
                waiter.late = waiter.isLate(pool.nanoTime());
                waiter.granted = waiter.late ? null : grant(waiter.state, waiter.terms, effects);
                if (!waiter.late && waiter.granted == null) {
                    return;
                }
                effects.end(waiter);
            }
            waiters.remove(waiter);
        }
    }

    /** Removes a caller that gave up; those behind it may be easier to serve. */
    void forget(Waiter<T, C> waiter) {
        pool.act(effects -> step(() -> {
            waiters.remove(waiter);
            serveWaiters(effects);
        }));
    }

    /** Sends those away who have waited for too long. */
    void expireWaiters(long nowNanos, Effects<T, C> effects) {
        step(() -> {
            waiters.expire(nowNanos, effects);
            serveWaiters(effects);
        });
    }

    /** Gives up the oldest idle entry, so that another route can have its place. */
    boolean yieldOldest(Effects<T, C> effects) {
        gate.enter();
        try {
            listed = false;
            boolean dropped = entries.dropOldest(effects);
            if (entries.idle() > 0) {
                list();
            }
            return dropped;
        } finally {
            leave();
        }
    }

    private void step(Runnable step) {
        gate.enter();
        try {
            step.run();
        } finally {
            leave();
        }
    }

    private void leave() {
        try {
            tidy();
        } finally {
            gate.leave();
        }
    }

    private void tidy() {
        if (!waiters.isEmpty()) {
            return;
        }
        if (turn.queued) {
            pool.total().unqueue(this);
        }
        if (!gone && entries.allocated() == 0) {
            gone = true;
            pool.leave(this, listed);
        }
    }

    boolean isGone() {
        return gone;
    }

    /** Takes over the limit of its route, which is read behind the gate so that the last change wins. */
    void applyLimit(Effects<T, C> effects) {
        gate.enter();
        try {
            quota.limit(pool.getMaxPerRoute(route));
            // A segment that was just made for a caller to come must stay.
            boolean isNew = entries.allocated() == 0 && waiters.isEmpty();
            entries.dropIdleDownTo(quota.limit(), effects);
            serveWaiters(effects);
            if (!isNew) {
                tidy();
            }
        } finally {
            gate.leave();
        }
    }

    /** Empties it for good: all entries are to be closed, all who wait are to be sent away. */
    void shutDown(Effects<T, C> effects) {
        step(() -> {
            waiters.endAll(effects);
            entries.dropAll(effects);
        });
    }

    /** Changes the entries. */
    void change(Consumer<Entries<T, C>> change) {
        step(() -> change.accept(entries));
    }

    /** Asks the entries, or changes them. */
    <R> R visit(Function<Entries<T, C>, R> visitor) {
        gate.enter();
        try {
            return visitor.apply(entries);
        } finally {
            leave();
        }
    }

    Numbers numbers() {
        gate.enter();
        try {
            return new Numbers(entries.uses(), entries.idle(), waiters.size(), quota.limit());
        } finally {
            gate.leave();
        }
    }

    record Numbers(int leased, int idle, int pending, int limit) {}
}
