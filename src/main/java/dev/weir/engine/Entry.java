package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * A place of the pool and its connection, which it may get after it was leased. Equal only to itself. Its book, which is all
 * that is not public, is guarded by the gate of its segment, except where noted.
 *
 * @param <T> the route
 * @param <C> the connection
 */
public final class Entry<T, C extends ModalCloseable> {

    final Segment<T, C> segment;
    private final AtomicReference<@Nullable C> connection = new AtomicReference<>();
    private volatile @Nullable Object state;

    /** Whether it is in its segment, and where in the list of all; read also without the gate. */
    volatile boolean present;

    int index;
    /** How many callers have it; those without any are idle or about to leave. */
    int uses;
    /** How many callers may use it at once; zero while its peer admits none. */
    int capacity = 1;
    /** Whether its connection is known to be established. */
    boolean established;
    /** No further caller gets it, and it leaves with its last one. Read also without the gate. */
    volatile boolean retired;
    /** Only callers with this state may share it; null for those without. */
    @Nullable
    Object sharedState;

    LeaseTerms terms = LeaseTerms.ANY;
    /** Whether its connection is being dialed, for whom that is under way, and since when. */
    boolean dialing;

    /** Whether it was dialed without a caller. */
    boolean spare;

    long dialedFor;
    long dialingSinceNanos;

    /** The average start of the holds of those that have it; zero if that is not measured. */
    long leasedNanos;
    /** Its neighbors among idle entries. */
    @Nullable
    Entry<T, C> newer;

    @Nullable
    Entry<T, C> older;
    /** Why it has left; used by the thread that closes it. */
    CloseCause cause = CloseCause.ERROR;

    Entry(Segment<T, C> segment) {
        this.segment = segment;
    }

    /**
     * Returns its route.
     *
     * @return the route
     */
    public T route() {
        return segment.route;
    }

    /**
     * Returns its connection.
     *
     * @return the connection; null if it has none yet, or none any longer
     */
    public @Nullable C connection() {
        return connection.get();
    }

    /**
     * Gives it a connection.
     *
     * @param newConnection the connection
     * @throws IllegalStateException if it has one
     */
    public void assign(C newConnection) {
        if (!connection.compareAndSet(null, newConnection)) {
            throw new IllegalStateException("The entry has a connection already");
        }
    }

    /**
     * Closes its connection, if it has one, which it then has no longer.
     *
     * @param mode how
     */
    public void discard(CloseMode mode) {
        C had = connection.getAndSet(null);
        if (had != null) {
            state = null;
            segment.close(had, segment.pool.isClosed() ? CloseCause.SHUTDOWN : cause, mode);
        }
    }

    /**
     * Returns whose it is: only callers with an equal state get it.
     *
     * @return the state; null if it is anyone's
     */
    public @Nullable Object state() {
        return state;
    }

    /**
     * Gives it a state, or takes it away. Call it only while it is leased.
     *
     * @param newState the state; null for anyone
     */
    public void state(@Nullable Object newState) {
        state = newState;
    }

    /**
     * Gives it back, after which it is the caller's no longer.
     *
     * @param reusable whether its connection may be leased again; otherwise it is closed
     * @throws IllegalStateException if it is not leased
     */
    public void release(boolean reusable) {
        giveBack(reusable, true);
    }

    /**
     * Gives it back unused: no hold ends, by which later callers would be judged.
     *
     * @param reusable whether its connection may be leased again
     */
    public void decline(boolean reusable) {
        giveBack(reusable, false);
    }

    private void giveBack(boolean reusable, boolean held) {
        segment.release(this, reusable, held);
        if (segment.pool.isClosed()) {
            discard(CloseMode.GRACEFUL);
        }
    }

    /**
     * Changes how many callers may use it at once. Those that use it stay, even if there are more.
     *
     * @param newCapacity tells the number; with zero no further caller gets it. Asked while the gate is held, so that the
     *     latest is what stays
     */
    public void resize(IntSupplier newCapacity) {
        segment.resize(this, newCapacity);
    }

    /** Lets no further caller use it: it is closed when its last one has left, at once if it is idle. */
    public void retire() {
        segment.retire(this);
    }

    /**
     * Notes that its connection is established. If the route dialed it, it goes to the callers that wait.
     *
     * @param newCapacity tells how many callers may use it at once, as in {@link #resize}
     */
    public void dialed(IntSupplier newCapacity) {
        segment.act(effects -> segment.service.dialed(this, newCapacity, effects));
        if (segment.pool.isClosed()) {
            discard(CloseMode.GRACEFUL);
        }
    }

    /**
     * Notes that its connection could not be established.
     *
     * @param failure why
     * @param teaches whether later dials are likely to fail, too; not if this one was canceled
     */
    public void dialFailed(Throwable failure, boolean teaches) {
        segment.act(effects -> segment.service.dialFailed(this, failure, teaches, effects));
    }

    /** What its connection will have been through for a further caller: it carries a request already, or soon. */
    ReuseGrade sharedGrade() {
        return grade() == ReuseGrade.PROVEN ? ReuseGrade.PROVEN : ReuseGrade.USED;
    }

    ReuseGrade grade() {
        C current = connection.get();
        return current == null ? ReuseGrade.USED : segment.grade(current);
    }

    /** Tells whether it may be given back and leased again without the gate, because this affects no other caller. */
    boolean isPlain() {
        return established && capacity == 1 && uses == 1 && !dialing && state == null && isSound();
    }

    /** Tells whether a caller may get it. */
    boolean isSound() {
        return !retired && connection.get() != null;
    }

    @Override
    public String toString() {
        return "[route: " + route() + "][state: " + state + "]";
    }
}
