package dev.weir.engine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * One route of the pool: its entries, leased and idle, and who waits for one. Each method is one step behind the gate; what
 * it decides for others goes into {@link Effects}. A segment that is empty leaves the pool and is never used again.
 */
final class Segment<T, C extends ModalCloseable> {

    /** How many idle entries a sweep looks at before it lets others in. */
    static final int SWEEP_STEP = 64;

    private final SegmentedPool<T, C> pool;
    private final T route;
    private final Gate gate = new Gate();

    // All guarded by the gate.
    private final IdentityHashMap<PoolEntry<T, C>, Slot<T, C>> leased = new IdentityHashMap<>(8);
    private final IdleEntries<T, C> idle;
    private final WaiterQueue<T, C> waiters = new WaiterQueue<>();
    private int limit;
    private boolean starving;
    private boolean listed;
    // Set once; read without the gate by the purge of the pool.
    private volatile boolean gone;

    Segment(SegmentedPool<T, C> pool, T route, int limit) {
        this.pool = pool;
        this.route = route;
        this.limit = limit;
        this.idle = new IdleEntries<>(pool.policy());
    }

    T route() {
        return route;
    }

    /** Serves a caller or lets it wait; null if this segment has left the pool. */
    @Nullable
    Object lease(@Nullable Object state, @Nullable FutureCallback<PoolEntry<T, C>> callback, Effects<T, C> effects) {
        gate.enter();
        try {
            if (gone) {
                return null;
            }
            PoolEntry<T, C> entry = waiters.size() == 0 ? grant(state, false, effects) : null;
            if (entry != null) {
                return entry;
            }
            Waiter<T, C> waiter = new Waiter<>(this, state, callback);
            waiters.add(waiter);
            pool.counts().pending(1);
            return waiter;
        } finally {
            gate.leave();
        }
    }

    private @Nullable PoolEntry<T, C> grant(@Nullable Object state, boolean inTurn, Effects<T, C> effects) {
        Slot<T, C> slot = usable(state, effects);
        if (slot == null) {
            slot = fresh(inTurn, effects);
        }
        if (slot == null) {
            return null;
        }
        leased.put(slot.entry, slot);
        pool.counts().leased(1);
        return slot.entry;
    }

    private @Nullable Slot<T, C> usable(@Nullable Object state, Effects<T, C> effects) {
        Slot<T, C> slot = idle.take(state);
        while (slot != null && slot.entry.getExpiryDeadline().isExpired()) {
            pool.counts().idle(-1);
            effects.discard(slot.entry);
            effects.freePlace();
            slot = idle.take(state);
        }
        if (slot != null) {
            pool.counts().idle(-1);
        }
        return slot;
    }

    private int allocated() {
        return leased.size() + idle.size();
    }

    private @Nullable Slot<T, C> fresh(boolean inTurn, Effects<T, C> effects) {
        boolean hasPlace = makeRoom(effects);
        if (allocated() >= limit) {
            if (hasPlace) {
                effects.freePlace();
            }
            return null;
        }
        if (hasPlace || pool.total().take(inTurn)) {
            return newSlot();
        }
        starve(effects);
        return null;
    }

    // A route may be full of idle entries that this caller cannot use: the oldest of them make room. Returns whether
    // one
    // did, whose place under the total is then free for the caller.
    private boolean makeRoom(Effects<T, C> effects) {
        boolean hasPlace = false;
        for (Slot<T, C> oldest = idle.oldest(); allocated() >= limit && oldest != null; oldest = idle.oldest()) {
            dropIdle(oldest, effects);
            if (hasPlace) {
                effects.freePlace();
            }
            hasPlace = true;
        }
        return hasPlace;
    }

    private void starve(Effects<T, C> effects) {
        if (!starving) {
            starving = true;
            pool.total().queue(this);
        }
        effects.starve();
    }

    private Slot<T, C> newSlot() {
        return new Slot<>(new PoolEntry<>(route, TimeValue.NEG_ONE_MILLISECOND));
    }

    private void dropIdle(Slot<T, C> slot, Effects<T, C> effects) {
        idle.remove(slot);
        pool.counts().idle(-1);
        effects.discard(slot.entry);
    }

    /** Takes an entry back and serves whoever waits. */
    void release(PoolEntry<T, C> entry, boolean reusable, Effects<T, C> effects) {
        gate.enter();
        try {
            Slot<T, C> slot = leased.remove(entry);
            if (slot == null) {
                if (gone) {
                    return;
                }
                throw new IllegalStateException("Pool entry is not present in the set of leased entries");
            }
            pool.counts().leased(-1);
            if (reusable
                    && entry.hasConnection()
                    && allocated() < limit
                    && !pool.total().isExceeded()) {
                park(slot);
            } else {
                effects.discard(entry);
                effects.freePlace();
            }
            serveWaiters(false, effects);
            leaveIfEmpty();
        } finally {
            gate.leave();
        }
    }

    private void park(Slot<T, C> slot) {
        idle.add(slot);
        pool.counts().idle(1);
        if (!listed) {
            listed = true;
            pool.list(this);
        }
    }

    /** Serves as many as can be served now, after a change of the limits or because it is this segment's turn. */
    void serve(boolean inTurn, Effects<T, C> effects) {
        gate.enter();
        try {
            if (inTurn) {
                starving = false;
            }
            serveWaiters(inTurn, effects);
            leaveIfEmpty();
        } finally {
            gate.leave();
        }
    }

    private void serveWaiters(boolean inTurn, Effects<T, C> effects) {
        boolean first = inTurn;
        for (Waiter<T, C> waiter = waiters.first(); waiter != null; waiter = waiters.first()) {
            PoolEntry<T, C> entry = waiter.isDone() ? null : grant(waiter.state, first, effects);
            if (entry == null && !waiter.isDone()) {
                return;
            }
            drop(waiter);
            if (entry != null) {
                first = false;
                effects.serve(waiter, entry);
            }
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
            leaveIfEmpty();
        } finally {
            gate.leave();
        }
    }

    /** Gives up the oldest idle entry, so that another route can have its place. */
    boolean yieldOldest(Effects<T, C> effects) {
        gate.enter();
        try {
            listed = false;
            Slot<T, C> oldest = idle.oldest();
            if (oldest == null) {
                return false;
            }
            dropIdle(oldest, effects);
            if (idle.size() > 0) {
                listed = true;
                pool.list(this);
            }
            leaveIfEmpty();
            return true;
        } finally {
            gate.leave();
        }
    }

    private void leaveIfEmpty() {
        if (!gone && allocated() == 0 && waiters.size() == 0) {
            gone = true;
            pool.leave(this, listed);
        }
    }

    /** Tells whether it has left the pool; may be late by a moment. */
    boolean isGoneHint() {
        return gone;
    }

    void limit(int newLimit, Effects<T, C> effects) {
        gate.enter();
        try {
            limit = newLimit;
            serveWaiters(false, effects);
        } finally {
            gate.leave();
        }
    }

    /** Begins a walk over the idle entries. One walk at a time. */
    void beginSweep() {
        gate.enter();
        try {
            idle.rewind();
        } finally {
            gate.leave();
        }
    }

    /** Looks at the next few idle entries and drops those that must go. Returns whether there may be more. */
    boolean sweep(Predicate<PoolEntry<T, C>> mustGo, Effects<T, C> effects) {
        gate.enter();
        try {
            Slot<T, C> slot = idle.next();
            for (int seen = 1; slot != null; seen++) {
                if (mustGo.test(slot.entry)) {
                    dropIdle(slot, effects);
                    effects.freePlace();
                }
                if (seen == SWEEP_STEP) {
                    break;
                }
                slot = idle.next();
            }
            leaveIfEmpty();
            return slot != null;
        } finally {
            gate.leave();
        }
    }

    void forEachLeased(Consumer<PoolEntry<T, C>> visitor) {
        List<PoolEntry<T, C>> entries;
        gate.enter();
        try {
            entries = new ArrayList<>(leased.keySet());
        } finally {
            gate.leave();
        }
        entries.forEach(visitor);
    }

    /** Empties it for good: all entries are to be closed, all who wait are to be sent away. */
    List<Waiter<T, C>> shutDown(Effects<T, C> effects) {
        gate.enter();
        try {
            gone = true;
            List<Waiter<T, C>> sentAway = new ArrayList<>();
            for (Waiter<T, C> waiter = waiters.first(); waiter != null; waiter = waiters.first()) {
                drop(waiter);
                sentAway.add(waiter);
            }
            for (Slot<T, C> slot = idle.oldest(); slot != null; slot = idle.oldest()) {
                dropIdle(slot, effects);
            }
            leased.keySet().forEach(effects::discard);
            pool.counts().leased(-leased.size());
            leased.clear();
            return sentAway;
        } finally {
            gate.leave();
        }
    }

    Numbers numbers() {
        gate.enter();
        try {
            return new Numbers(leased.size(), idle.size(), waiters.size(), limit);
        } finally {
            gate.leave();
        }
    }

    record Numbers(int leased, int idle, int pending, int limit) {}
}
