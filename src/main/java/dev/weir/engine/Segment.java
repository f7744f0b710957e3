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
    private final Dials<T, C> dials;
    private boolean listed;
    // Set once; read without the gate by the purge of the pool.
    private volatile boolean gone;

    Segment(SegmentedPool<T, C> pool, T route, int limit) {
        this.pool = pool;
        this.route = route;
        this.entries = new Entries<>(pool);
        this.waiters = new WaiterQueue<>(pool.counts());
        this.quota = new Quota<>(this, entries, pool.total(), limit);
        this.dials = new Dials<>(pool, pool.recall(route));
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
            Slot<T, C> slot = waiters.isEmpty() ? grant(state, terms, null, effects) : null;
            if (slot != null) {
                return new Granted<>(slot.entry);
            }
            Waiter<T, C> waiter = new Waiter<>(this, state, terms, callback, timeout, pool.nanoTime());
            queue(waiter, effects);
            return waiter;
        } finally {
            leave();
        }
    }

    private void queue(Waiter<T, C> waiter, Effects<T, C> effects) {
        boolean isFirst = waiters.isEmpty();
        if (quota.isFull()) {
            waiter.refusal = dials.outlook(waiter, waiters.size() + 1, entries);
        }
        if (waiter.refusal != null) {
            effects.end(waiter);
            return;
        }
        if (isFirst) {
            dials.standing(waiter.sinceNanos);
        }
        waiter.askAfterNanos = dials.askAfterNanos();
        waiters.add(waiter);
        if (!isFirst && dials.areGoverned()) {
            serveWaiters(effects); // a longer queue may be worth a dial
        }
    }

    private @Nullable Slot<T, C> grant(
            @Nullable Object state, LeaseTerms terms, @Nullable Waiter<T, C> waiter, Effects<T, C> effects) {
        Slot<T, C> slot = entries.take(state, terms, effects);
        if (slot != null) {
            dials.taken(slot);
        } else {
            slot = dials.adopt(state);
        }
        if (slot == null && dials.mayBegin(entries.uses(), waiters.size(), terms, waiter)) {
            slot = fresh(state, effects);
        }
        if (slot != null) {
            slot.terms = terms;
        }
        return slot;
    }

    private @Nullable Slot<T, C> fresh(@Nullable Object state, Effects<T, C> effects) {
        if (!quota.take(effects)) {
            return null;
        }
        Slot<T, C> slot = entries.lease(pool.newEntry(route), state);
        dials.permit(slot);
        return slot;
    }

    /**
     * Takes an entry back and serves whoever waits. Returns where it noted what is left to do: if the entry's caller is just
     * being told on this thread, whoever tells it goes on with that, so that a row of such callers is no recursion.
     */
    Effects<T, C> release(PoolEntry<T, C> entry, boolean reusable, Effects<T, C> given) {
        gate.enter();
        try {
            Slot<T, C> slot = entries.slot(entry);
            if (slot == null || slot.uses == 0) {
                if (gone) {
                    return given;
                }
                throw new IllegalStateException("Pool entry is not present in the set of leased entries");
            }
            Effects<T, C> effects = slot.teller != null && slot.teller.isTelling() ? slot.teller : given;
            if (dials.leave(slot)) {
                passOn(slot, effects);
            } else {
                dials.released(slot, reusable);
                free(slot, reusable, effects);
            }
            return effects;
        } finally {
            leave();
        }
    }

    /** Learns nothing from how long an entry is held. */
    void disregard(PoolEntry<T, C> entry) {
        step(() -> {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null) {
                slot.leasedNanos = 0;
            }
        });
    }

    private void free(Slot<T, C> slot, boolean reusable, Effects<T, C> effects) {
        entries.giveBack(slot.entry);
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
        dials.serve(entries, effects);
        Waiter<T, C> waiter = waiters.first();
        while (waiter != null) {
            if (serve(waiter, effects)) {
                waiter = waiters.first();
            } else {
                waiter = mayBeOvertaken(waiter) ? waiters.firstBehind(waiter) : null;
            }
        }
    }

    // Only who may not dial yet is overtaken, by callers on other terms. Who lacks a place must be the next to have
    // one.
    private boolean mayBeOvertaken(Waiter<T, C> waiter) {
        return dials.areGoverned() && !dials.mayBegin(entries.uses(), waiters.size(), waiter.terms, waiter);
    }

    /** Ends the wait of a caller, if it can be served or has ended already. */
    private boolean serve(Waiter<T, C> waiter, Effects<T, C> effects) {
        if (!waiter.isDone()) {
            waiter.late = waiter.isLate(pool.nanoTime());
            waiter.granted = waiter.late ? null : grant(waiter.state, waiter.terms, waiter, effects);
            if (!waiter.late && waiter.granted == null) {
                return false;
            }
            effects.end(waiter);
        }
        waiters.remove(waiter);
        return true;
    }

    /** Removes a caller that gave up; those behind it may be easier to serve. */
    void forget(Waiter<T, C> waiter) {
        pool.act(effects -> step(() -> {
            waiters.remove(waiter);
            serveWaiters(effects);
        }));
    }

    /** Serves a caller that asks again after a time, even out of its turn if it has waited for half of its time. */
    void ask(Waiter<T, C> waiter) {
        pool.act(effects -> step(() -> {
            serveWaiters(effects);
            if (waiter.queued && dials.isDue(entries.uses(), waiters.size(), waiter)) {
                waiter.granted = fresh(waiter.state, effects);
                if (waiter.granted != null) {
                    waiter.granted.terms = waiter.terms;
                    effects.end(waiter);
                    waiters.remove(waiter);
                }
            }
        }));
    }

    /** Begins the dial of a caller's entry; false if the caller could be served at once, or has given up. */
    boolean dial(DialWait<T, C> wait, Effects<T, C> effects) {
        gate.enter();
        try {
            Slot<T, C> slot = entries.slot(wait.own());
            if (slot == null) {
                effects.end(wait);
                return false;
            }
            wait.granted = wait.isDone() ? null : entries.take(slot.sharedState, slot.terms, effects);
            if (wait.granted == null && !wait.isDone()) {
                dials.begin(slot, wait);
                return true;
            }
            if (wait.granted != null) {
                dials.taken(wait.granted);
                effects.end(wait);
            }
            dials.close(slot);
            free(slot, false, effects);
            return false;
        } finally {
            leave();
        }
    }

    /** Lets a caller wait for the dial of its entry, which somebody else began. */
    void join(DialWait<T, C> wait, Effects<T, C> effects) {
        step(() -> {
            Slot<T, C> slot = entries.slot(wait.own());
            if (slot == null || !dials.join(slot, wait)) {
                effects.end(wait);
            } else if (wait.isDone()) {
                abandon(wait, effects);
            }
        });
    }

    /** Takes note that a dial succeeded: whoever waits for it gets the entry, else it becomes idle. */
    void dialed(PoolEntry<T, C> entry, Effects<T, C> effects) {
        step(() -> {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null && dials.succeeded(slot, effects)) {
                free(slot, true, effects);
            } else {
                serveWaiters(effects);
            }
        });
    }

    /** Takes note that a dial failed: whoever waits for it is told. */
    void dialFailed(PoolEntry<T, C> entry, Throwable failure, boolean teaches, Effects<T, C> effects) {
        step(() -> {
            Slot<T, C> slot = entries.slot(entry);
            if (slot != null && dials.failed(slot, failure, teaches, effects)) {
                free(slot, false, effects);
            } else {
                serveWaiters(effects);
            }
        });
    }

    /** Leaves the dial of a caller that gave up to the next. */
    void abandon(DialWait<T, C> wait) {
        pool.act(effects -> step(() -> abandon(wait, effects)));
    }

    private void abandon(DialWait<T, C> wait, Effects<T, C> effects) {
        if (dials.abandon(wait) && wait.slot != null) {
            passOn(wait.slot, effects);
        }
    }

    // A dial that nobody wants is cut: its connection is closed.
    private void passOn(Slot<T, C> slot, Effects<T, C> effects) {
        serveWaiters(effects);
        if (dials.cut(slot)) {
            free(slot, false, effects);
        }
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
            pool.leave(this, listed, dials.experience());
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
            dials.endAll(effects);
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

    /** Why the last dial failed, if that is why callers wait; null if dials succeed, or the route is full. */
    @Nullable
    Throwable dialFailure() {
        gate.enter();
        try {
            return quota.isFull() ? null : dials.experience().lastFailure;
        } finally {
            gate.leave();
        }
    }

    RouteStats stats() {
        gate.enter();
        try {
            int dialing = dials.open();
            return new RouteStats(entries.uses() - dialing, entries.idle(), dialing, waiters.size());
        } finally {
            gate.leave();
        }
    }
}
