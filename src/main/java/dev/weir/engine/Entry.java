package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.function.IntSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the pool, which has its place from before its dial until it is closed. Equal only to itself. Its book, which
 * is all that is not public, is guarded by the gate of its segment, except where noted.
 */
public abstract class Entry {

    final Segment segment;
    private volatile @Nullable Object state;

    /** Whether it is in its segment; read also without the gate. */
    volatile boolean present;
    /** How many callers have it; those without any are idle or about to leave. Read also without the gate. */
    volatile int uses;
    /** How many callers may use it at once; zero while its peer admits none. */
    int capacity = 1;
    /** No further caller gets it, and it leaves with its last one. Read also without the gate. */
    volatile boolean retired;
    /** Only callers with this state may share it; null for those without. */
    @Nullable
    Object sharedState;

    /** Whether its connection is being dialed, for whom that is under way, and since when. */
    boolean dialing;

    long dialedFor;
    long dialingSinceNanos;
    /** Whether it was dialed without a caller. Written before the dial begins. */
    volatile boolean spare;

    /** The average start of the holds of those that have it; zero if that is not measured. */
    long leasedNanos;
    /** Why it has left; used by the thread that closes it. */
    CloseCause cause = CloseCause.ERROR;

    /**
     * Makes a connection that is not dialed yet.
     *
     * @param segment its route
     */
    protected Entry(Segment segment) {
        this.segment = segment;
    }

    // The first two are asked while the gate is held: each response must be quick and must not fail.

    /**
     * Tells whether its dial has succeeded, and it was not closed since.
     *
     * @return whether a caller can use it
     */
    protected abstract boolean isEstablished();

    /**
     * Returns what it has been through.
     *
     * @return its grade
     */
    protected abstract ReuseGrade grade();

    /**
     * Closes it, if it is not closed: it leaves the pool. Called without holding a gate.
     *
     * @param why why, unless the subclass knows better
     * @param mode how
     */
    protected abstract void dispose(CloseCause why, CloseMode mode);

    /**
     * Closes it, if it is not closed; it keeps its place until it is given back.
     *
     * @param mode how
     */
    public final void discard(CloseMode mode) {
        dispose(segment.pool.isClosed() ? CloseCause.SHUTDOWN : cause, mode);
    }

    /**
     * Returns whose it is: only callers with an equal state get it.
     *
     * @return the state; null if it is anyone's
     */
    public final @Nullable Object state() {
        return state;
    }

    /**
     * Gives it a state, or takes it away. Call it only while it is leased.
     *
     * @param newState the state; null for anyone
     */
    public final void state(@Nullable Object newState) {
        state = newState;
    }

    /**
     * Tells whether no caller has it.
     *
     * @return false also while it is dialed
     */
    public final boolean isIdle() {
        return uses == 0 && isEstablished();
    }

    /**
     * Tells whether it is opened ahead of need.
     *
     * @return whether no caller asked for it
     */
    public final boolean isSpare() {
        return spare;
    }

    /**
     * Gives it back, after which it is the caller's no longer.
     *
     * @param reusable whether it may be leased again; otherwise it is closed
     * @param held false if its caller had no use for it: then no hold ends, by which later callers would be judged
     * @throws IllegalStateException if it is not leased
     */
    public final void giveBack(boolean reusable, boolean held) {
        segment.release(this, reusable, held);
        if (segment.pool.isClosed()) {
            discard(CloseMode.GRACEFUL);
        }
    }

    /**
     * Gives it back because it was closed, and waits for another, before all that wait.
     *
     * @param ownState the state that the other may have, beside none; null for entries without a state only
     * @param terms which ones its caller accepts
     * @param limitNanos for how long it waits, as in {@link Segment#lease}
     * @param caller hears about the progress of the wait
     * @return the wait
     */
    public final Waiter exchange(@Nullable Object ownState, LeaseTerms terms, long limitNanos, Waiter.Caller caller) {
        Waiter next = new Waiter(segment, ownState, terms, limitNanos, Integer.MAX_VALUE, caller);
        try (Effects step = segment.step()) {
            if (present) {
                segment.waiters.addFirst(next);
                segment.free(this, false, true, step);
            } else {
                step.end(next, Waiter.CANCELED); // the pool was closed
            }
        }
        return next;
    }

    /**
     * Changes how many callers may use it at once. Those that use it stay, even if there are more.
     *
     * @param newCapacity tells the number; with zero no further caller gets it. Asked while the gate is held, so that the
     *     latest is what stays
     * @return the number; zero if it has left
     */
    public final int resize(IntSupplier newCapacity) {
        try (Effects step = segment.step()) {
            if (!present || dialing) { // the end of its dial tells
                return 0;
            }
            segment.entries.resize(this, newCapacity.getAsInt());
            segment.serve(step);
            return capacity;
        }
    }

    /** Lets no further caller use it: it is closed when its last one has left, at once if it is idle. */
    public final void retire() {
        try (Effects step = segment.step()) {
            if (present) {
                segment.entries.retire(this, step);
                segment.serve(step); // one that was idle without capacity leaves its place to callers that wait
            }
        }
    }

    /**
     * Notes that it is established: it goes to the callers that wait.
     *
     * @param newCapacity tells how many callers may use it at once, as in {@link #resize}
     */
    public final void dialed(IntSupplier newCapacity) {
        try (Effects step = segment.step()) {
            if (present && dialing) {
                segment.dialed(this, newCapacity, step);
            }
        }
        if (segment.pool.isClosed()) {
            discard(CloseMode.GRACEFUL);
        }
    }

    /**
     * Notes that it could not be established.
     *
     * @param failure why
     * @param teaches whether later dials are likely to fail, too; not if this one was canceled
     */
    public final void dialFailed(Throwable failure, boolean teaches) {
        try (Effects step = segment.step()) {
            segment.dialFailed(this, failure, teaches, step);
        }
    }

    /** What it will have been through for a further caller: it carries a request already, or soon. */
    ReuseGrade sharedGrade() {
        return grade() == ReuseGrade.PROVEN ? ReuseGrade.PROVEN : ReuseGrade.USED;
    }

    /** Tells whether it may be given back and leased again without the gate, because this affects no other caller. */
    boolean isPlain() {
        return capacity == 1 && uses == 1 && !dialing && state == null && isSound();
    }

    /** Tells whether a caller may get it. */
    boolean isSound() {
        return !retired && isEstablished();
    }
}
