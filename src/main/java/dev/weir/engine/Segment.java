package dev.weir.engine;

import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
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

    /** How many idle entries a sweep looks at before it lets others in. */
    static final int SWEEP_STEP = 64;

    /** Its place in the queue for the total limit. */
    final Turn<T, C> turn = new Turn<>();

    private final SegmentedPool<T, C> pool;
    private final T route;
    private final Gate gate = new Gate();

    // All guarded by the gate.
    private final Entries<T, C> entries;
    private final WaiterQueue<T, C> waiters = new WaiterQueue<>();
    private int limit;
    private boolean listed;
    // Set once; read without the gate by the purge of the pool.
    private volatile boolean gone;

    Segment(SegmentedPool<T, C> pool, T route, int limit) {
        this.pool = pool;
        this.route = route;
        this.limit = limit;
        this.entries = new Entries<>(pool.counts(), pool.policy());
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
            pool.counts().pending(1);
            return waiter;
        } finally {
            tidy();
            gate.leave();
        }
    }

    private @Nullable Slot<T, C> grant(@Nullable Object state, LeaseTerms terms, Effects<T, C> effects) {
        Slot<T, C> slot = entries.take(state, terms, effects);
        return slot != null ? slot : fresh(effects);
    }

    // A route may be full of idle entries that this caller cannot use: the oldest of them make room.
    private @Nullable Slot<T, C> fresh(Effects<T, C> effects) {
        entries.dropIdleDownTo(limit - 1, effects);
        if (entries.allocated() >= limit) {
            return null;
        }
        TotalLimit<T, C> total = pool.total();
        if ((!total.isExceeded() && effects.takePlace()) || total.take()) {
            Slot<T, C> slot = new Slot<>(pool.newEntry(route));
            entries.lease(slot);
            return slot;
        }
        starve(effects);
        return null;
    }

    private void starve(Effects<T, C> effects) {
        pool.total().queue(this, entries.allocated());
        effects.contend();
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
            tidy();
            return effects;
        } finally {
            gate.leave();
        }
    }

    private void free(Slot<T, C> slot, boolean reusable, Effects<T, C> effects) {
        TotalLimit<T, C> total = pool.total();
        boolean hasRoom = entries.allocated() < limit && !total.isExceeded();
        if (hasRoom
                && !waiters.isEmpty()
                && total.hasStarving()
                && total.prefersAnother(this, entries.allocated() + 1)) {
            effects.discard(slot.entry);
            starve(effects);
            return;
        }
        if (hasRoom && reusable && slot.entry.hasConnection()) {
            park(slot, effects);
        } else {
            effects.discard(slot.entry);
        }
        serveWaiters(effects);
    }

    // Whoever waits for a place can have that of an idle entry.
    private void park(Slot<T, C> slot, Effects<T, C> effects) {
        entries.park(slot, pool.grade(slot.entry));
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

    /** Serves as many as can be served, in the first place with what the effects hold. */
    void serve(Effects<T, C> effects) {
        gate.enter();
        try {
            serveWaiters(effects);
            tidy();
        } finally {
            gate.leave();
        }
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
            drop(waiter);
        }
    }

    private void drop(Waiter<T, C> waiter) {
        if (waiters.remove(waiter)) {
            pool.counts().pending(-1);
        }
    }

    /** Removes a caller that gave up. */
    void forget(Waiter<T, C> waiter) {
        gate.enter();
        try {
            drop(waiter);
            tidy();
        } finally {
            gate.leave();
        }
    }

    /** Sends those away who have waited for too long. */
    void expireWaiters(long nowNanos, Effects<T, C> effects) {
        gate.enter();
        try {
            Waiter<T, C> next = waiters.first();
            while (next != null) {
                Waiter<T, C> waiter = next;
                next = waiter.next;
                if (waiter.isLate(nowNanos)) {
                    waiter.late = true;
                    effects.end(waiter);
                    drop(waiter);
                }
            }
            tidy();
        } finally {
            gate.leave();
        }
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
            tidy();
            return dropped;
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
            limit = pool.getMaxPerRoute(route);
            // A segment that was just made for a caller to come must stay.
            boolean isNew = entries.allocated() == 0 && waiters.isEmpty();
            entries.dropIdleDownTo(limit, effects);
            serveWaiters(effects);
            if (!isNew) {
                tidy();
            }
        } finally {
            gate.leave();
        }
    }

    Walk<T, C> beginSweep() {
        gate.enter();
        try {
            return entries.walkIdle();
        } finally {
            gate.leave();
        }
    }

    void endSweep(Walk<T, C> walk) {
        gate.enter();
        try {
            entries.end(walk);
        } finally {
            gate.leave();
        }
    }

    /** Looks at the next few idle entries and drops those that must go. Returns whether there may be more. */
    boolean sweep(Walk<T, C> walk, Predicate<PoolEntry<T, C>> mustGo, Effects<T, C> effects) {
        gate.enter();
        try {
            Slot<T, C> slot = walk.next();
            for (int seen = 1; slot != null && seen <= SWEEP_STEP; seen++) {
                if (mustGo.test(slot.entry)) {
                    entries.dropIdle(slot, effects);
                }
                slot = seen < SWEEP_STEP ? walk.next() : slot;
            }
            return slot != null;
        } finally {
            tidy();
            gate.leave();
        }
    }

    void forEachLeased(Consumer<PoolEntry<T, C>> visitor) {
        List<PoolEntry<T, C>> now;
        gate.enter();
        try {
            now = entries.copyOfLeased();
        } finally {
            gate.leave();
        }
        now.forEach(visitor);
    }

    /** Empties it for good: all entries are to be closed, all who wait are to be sent away. */
    void shutDown(Effects<T, C> effects) {
        gate.enter();
        try {
            for (Waiter<T, C> waiter = waiters.first(); waiter != null; waiter = waiters.first()) {
                drop(waiter);
                effects.end(waiter);
            }
            entries.dropAll(effects);
            tidy();
        } finally {
            gate.leave();
        }
    }

    Numbers numbers() {
        gate.enter();
        try {
            return new Numbers(entries.leased(), entries.idle(), waiters.size(), limit);
        } finally {
            gate.leave();
        }
    }

    record Numbers(int leased, int idle, int pending, int limit) {}
}
