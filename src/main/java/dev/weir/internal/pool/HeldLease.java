package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.diagnosis.CallSite;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.thread.NoThreadException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller to a connection, or to one exchange on it: on its way there ({@link #goOn}), while it is held, and
 * until its release, of which only the first counts. Leak detection and the explanations of a full pool read who holds it.
 * Thread-safe.
 *
 * <p>The way is the same whether the caller blocks or not. The lease asks the route for a connection, and waits in its queue
 * if there is none. Its caller has the lease once it has a connection, or once a dial is under way for it; then it goes on
 * to the connection. One that turns out to be unusable leads back to the first step.
 */
public abstract class HeldLease implements Waiter.Caller {

    // A server that ends all connections at once must not be dialed forever.
    private static final int MOST_LOST = 5;

    // Zero would mean forever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final AtomicReferenceFieldUpdater<HeldLease, @Nullable LeaseOutcome> OUTCOME =
            AtomicReferenceFieldUpdater.newUpdater(HeldLease.class, LeaseOutcome.class, "outcome");

    private static final AtomicReferenceFieldUpdater<HeldLease, @Nullable Object> HELD =
            AtomicReferenceFieldUpdater.newUpdater(HeldLease.class, Object.class, "held");

    /** What it has before its caller has it. */
    private static final Object ASKING = new Object();

    /** What it has that lost its connection, or got none. */
    private static final Object NOTHING = new Object();

    final Lifecycle lifecycle;
    final @Nullable Object state;
    final LeaseTerms terms;
    // When it was requested, by the time of the pool.
    private final long askedNanos;

    /**
     * A connection, the wait for one, or one of the above; null once it is released, or canceled before its caller had it. The
     * thread that makes a change is then responsible for what it replaced, so that nothing is given back twice or never.
     */
    private volatile @Nullable Object held = ASKING;

    // Written before the caller has it: until then its route may be forgotten.
    volatile RouteState route;
    volatile long leasedNanos;
    // The thread that requested it, and the place in the code, if recorded.
    final Thread thread = Thread.currentThread();
    final @Nullable Throwable leasedAt;

    // Written once, before the caller has it: when it is garbage collected, no code is left to release the lease.
    private volatile @Nullable WeakReference<Object> handle;

    // The path is written before the method, and read after it.
    private volatile @Nullable String method;
    private @Nullable String path;

    // Written by the thread that looks for leaks.
    volatile boolean isSuspected;

    // Its place in the queue of its route; null while it has none.
    private volatile @Nullable Waiter asked;

    // All of the thread that goes on with it. The search for a connection, of which there may be several: since when it
    // lasts, and how long it may.
    private long startNanos = System.nanoTime();
    long limitNanos;
    // Whether it was pending before its caller had it.
    private boolean hasWaited;
    /** Whether its caller has it, or had it. */
    boolean isHanded;
    /** Why it ended without a connection. */
    @Nullable
    Throwable failure;
    // How many connections were closed before its first request.
    private int lost;
    // Whether no other caller had its connection.
    private boolean hasWoken;

    // How it got its connection, or that it got none, once that is known. A stream that moves may get another.
    volatile @Nullable LeaseOutcome outcome;
    // How long it waited for connections.
    private volatile long waitNanos;
    private volatile boolean isListed;

    /**
     * Makes one, which takes nothing before it goes on.
     *
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     */
    HeldLease(RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout) {
        this.lifecycle = route.pool.lifecycle;
        this.route = route;
        this.state = state;
        this.terms = terms;
        this.askedNanos = route.nowNanos();
        this.leasedNanos = askedNanos;
        this.leasedAt = route.isTraced() ? new Throwable("leased here") : null;
        long usualNanos = route.policy.poolWaitNanos;
        this.limitNanos = TimeValue.isPositive(timeout) ? Math.min(usualNanos, timeout.toNanoseconds()) : usualNanos;
    }

    private boolean holds(@Nullable Object before, @Nullable Object now) {
        return HELD.compareAndSet(this, before, now);
    }

    /** Returns its place in the queue of its route; null while it has none. */
    final @Nullable Waiter waiting() {
        return asked;
    }

    /**
     * Returns its connection, if there is one.
     *
     * @return the connection; null while it waits for one, and after it was released
     */
    public @Nullable PooledConnection connection() {
        return held instanceof PooledConnection has ? has : null;
    }

    /**
     * Goes on with its way as far as that takes no wait. One thread at a time.
     *
     * @param isWanted whether the caller wants a connection that is open
     */
    final void goOn(boolean isWanted) {
        try {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = step(isWanted);
            }
            waits();
        } catch (Throwable e) {
            fails(e);
        }
    }

    /** Has gone on as far as that takes no wait. */
    void waits() throws NoThreadException {}

    // Its last look at the wait is the last thing that it does: whatever happens to the wait afterwards is told.
    private boolean step(boolean isWanted) {
        Object has = held;
        Waiter place = asked;
        if (has instanceof PooledConnection had) {
            if (!isWanted || (had.isEstablished() && had.isOpen()) || !holds(had, NOTHING)) {
                return false;
            }
            searchesAgain();
            Waiter next = had.exchange(this);
            asked = next;
            holds(NOTHING, next); // if it was released meanwhile, the next step leaves the queue
            return true;
        }
        if (has == null && place != null) {
            asked = null;
            giveUp(place);
        }
        if (has == null && !isHanded && failure == null) {
            fails(new CancellationException());
        }
        if (has == null || failure != null) {
            return false;
        }
        Object got = place == null ? ask() : place.take();
        if (got instanceof PooledConnection connection) {
            asked = null;
            return takes(has, connection);
        }
        if (place == null) {
            if (isHanded) {
                holds(has, got); // as above
            }
            return true;
        }
        Throwable why = place.failure();
        if (!isHanded && place.isAdmitted() && (why == null || outcomeOf(why) == LeaseOutcome.DIAL_FAILED)) {
            hand(place); // as above
            return true;
        }
        if (why == null && place.isPending() && place.leftNanos() == 0 && place.cancel()) {
            why = new TimeoutException(); // the store itself looks at it only in its turn
        }
        if (why != null) {
            fails(why);
        } else if (!isHanded) {
            hasWaited = true;
        }
        return false;
    }

    // Returns a connection that is there, or else its place in the queue of the route.
    private Object ask() {
        // One that had its turn is not refused because too many wait; and its caller may know that it has to connect.
        int maxPending = isHanded ? Integer.MAX_VALUE : route.policy.maxPending;
        LeaseTerms now = isHanded ? route.whileDialing(terms) : terms;
        Object got = null;
        while (got == null) {
            long leftNanos = Math.max(SHORTEST_WAIT_NANOS, limitNanos - elapsedNanos());
            got = route.lease(state, now, leftNanos, maxPending, this);
            if (got == null) {
                route = route.pool.route(route.route); // it was forgotten just now
            }
        }
        asked = got instanceof Waiter place ? place : null;
        return got;
    }

    /** Returns for how long it has searched. */
    final long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    // Takes a connection into use, or gives it back; returns whether there is another step.
    private boolean takes(Object has, PooledConnection connection) {
        boolean isFit = false;
        try {
            isFit = connection.admit(this);
        } finally {
            if (!isFit) {
                connection.giveBack(false, false);
            }
        }
        if (!isFit) {
            if (isHanded && ++lost > MOST_LOST) {
                fails(new ConnectionClosedException("Each of " + lost + " connections to " + route.target
                        + " was closed before a request could be sent"));
                return false;
            }
            return !isHanded || searchesAgain();
        }
        boolean isTaken = false;
        try {
            isTaken = isHanded ? holds(has, connection) : hand(connection);
        } finally {
            if (!isTaken) { // it was released, or canceled
                connection.takeBack(this, null, Long.MAX_VALUE, false, route.nowNanos());
            }
        }
        if (isTaken) {
            connected(connection);
        }
        return !isTaken;
    }

    // The caller has it from now on, with a connection or the wait for a dial; false if it was canceled.
    private boolean hand(Object got) {
        leasedNanos = route.nowNanos();
        if (hasWaited) {
            waitNanos = elapsedNanos();
        }
        if (!holds(ASKING, got)) {
            return false;
        }
        isHanded = true;
        if (got instanceof Waiter) {
            isListed = true; // no connection leads to it
            route.pool.unconnected.add(this);
        }
        route.lent();
        return true;
    }

    // Notes that it has a connection that is established.
    private void connected(PooledConnection connection) {
        boolean hasBeenPending = waitNanos > 0;
        LeaseOutcome reused = hasBeenPending ? LeaseOutcome.REUSED_AFTER_WAIT : LeaseOutcome.REUSED;
        LeaseOutcome dialed = hasBeenPending ? LeaseOutcome.DIALED_AFTER_WAIT : LeaseOutcome.DIALED;
        end(isNew(connection) ? dialed : reused, connection);
    }

    // Whatever it has waited for before, it begins anew.
    private boolean searchesAgain() {
        startNanos = System.nanoTime();
        limitNanos = route.policy.poolWaitNanos;
        return true;
    }

    /** Ends its way without a connection. */
    final void fails(Throwable why) {
        Waiter place = asked;
        asked = null;
        if (place != null) {
            giveUp(place); // after an exception; or another thread has canceled it and not told the store yet
        }
        failure = noted(why); // first: the caller may ask for the connection as soon as it holds nothing
        Object has = held;
        if (has instanceof Waiter) {
            holds(has, NOTHING);
        }
    }

    // Notes why it gets no connection; returns what to tell its caller.
    private Throwable noted(Throwable why) {
        LeaseOutcome how = outcomeOf(why);
        if (how == LeaseOutcome.DIAL_FAILED && isHanded) {
            end(how, null);
            PoolClosedException end = why instanceof Exception ? lifecycle.end(false) : null;
            Throwable own = why instanceof Exception failed ? CallersFailure.ofDial(failed, route.route) : why;
            return end == null ? own : end.initCause(own);
        }
        waitNanos = how == LeaseOutcome.REJECTED ? 0 : elapsedNanos();
        end(how == LeaseOutcome.DIAL_FAILED ? LeaseOutcome.CANCELLED : how, null);
        if (how == LeaseOutcome.TIMED_OUT) {
            return timedOut(limitNanos < route.policy.poolWaitNanos);
        }
        if (how == LeaseOutcome.REJECTED) {
            return route.incidents().rejected(route.policy.maxPending);
        }
        if (how == LeaseOutcome.DIAL_FAILED || why instanceof InterruptedException) {
            return why;
        }
        if (lifecycle.isClosed()) {
            return isHanded ? Objects.requireNonNull(lifecycle.end(false)) : lifecycle.refusal();
        }
        return isHanded ? PooledConnection.closedDuringDial() : why;
    }

    // What its end shows: the store, or its caller, or the pool as it closed, has ended the wait, or else a dial has
    // failed.
    private LeaseOutcome outcomeOf(Throwable why) {
        if (why instanceof TimeoutException) {
            return LeaseOutcome.TIMED_OUT;
        }
        if (why instanceof RejectedExecutionException) {
            return LeaseOutcome.REJECTED;
        }
        boolean isCut = why instanceof CancellationException
                || why instanceof InterruptedException
                || (why instanceof IllegalStateException && lifecycle.isClosed());
        return isCut ? LeaseOutcome.CANCELLED : LeaseOutcome.DIAL_FAILED;
    }

    /** Tells whether nothing is left to wait for until its caller can have it, or on its way to the connection. */
    final boolean isOver(boolean isToConnect) {
        Object has = held;
        return failure != null || (isToConnect ? has == null || has instanceof PooledConnection : isHanded);
    }

    /** Returns what to tell a caller that has waited too long. */
    Exception timedOut(boolean isOwnLimit) {
        return route.incidents().timedOut(Duration.ofNanos(waitNanos), isOwnLimit);
    }

    /**
     * Gives up, if its caller does not have it yet.
     *
     * @return false if it has, or it was canceled before
     */
    public final boolean cancel() {
        boolean isFirst = holds(ASKING, null);
        Waiter place = asked;
        if (isFirst && place != null) {
            place.cancel();
        }
        return isFirst;
    }

    /** Tells whether a connection was dialed while it waited. */
    final boolean isNew(PooledConnection connection) {
        return connection.openedNanos - askedNanos >= 0 && (connection.isMultiplexed() || connection.uses() == 0);
    }

    /**
     * Returns the connection, ready for a request.
     *
     * @return the open connection
     * @throws ConnectionShutdownException if it was released or is not open
     * @throws PoolClosedException if it is not open, because the pool was closed
     */
    public PooledConnection openConnection() {
        PooledConnection connection = connection();
        if (connection == null || !connection.isOpen()) {
            PoolClosedException end = lifecycle.end(false);
            throw end != null ? end : new ConnectionShutdownException();
        }
        return connection;
    }

    /**
     * Releases the connection: the next caller gets it if it may be reused, otherwise it is closed.
     *
     * @param user the user of the connection, for connections that are bound to an identity
     * @param keepAliveNanos time for which the client would keep it; zero or less if it must not be reused
     */
    public final void release(@Nullable Object user, long keepAliveNanos) {
        Object last = HELD.getAndSet(this, null);
        if (last == null) {
            return;
        }
        long nowNanos = route.nowNanos();
        int inUse = route.inFlight(); // before the connection goes back
        try {
            if (last instanceof Waiter wait) {
                giveUp(wait);
            } else if (last instanceof PooledConnection had) {
                had.takeBack(this, user, keepAliveNanos, true, nowNanos);
            }
        } finally {
            try {
                ended(inUse, nowNanos);
            } finally {
                lifecycle.leave();
            }
        }
    }

    // Ends a wait. An entry that has come by then goes to the next, unless the thread that goes on with it has taken
    // it.
    private static void giveUp(Waiter wait) {
        Entry left = wait.cancel() ? null : wait.take();
        if (left != null) {
            left.giveBack(true, false);
        }
    }

    /**
     * Returns its route.
     *
     * @return the state of the route
     */
    public final RouteState routeState() {
        return route;
    }

    /**
     * Tells whether its connection existed before it.
     *
     * @return false if the connection was dialed while it waited
     */
    public final boolean isReused() {
        LeaseOutcome how = outcome;
        return how == LeaseOutcome.REUSED || how == LeaseOutcome.REUSED_AFTER_WAIT;
    }

    /** Notes how it got a connection, or that it got none; the first call is reported. */
    final void end(LeaseOutcome how, @Nullable PooledConnection connection) {
        if (OUTCOME.compareAndSet(this, null, how)) {
            route.ended(how, waitNanos, connection);
        }
    }

    /** Notes that its connection was idle. */
    final void wakes() {
        hasWoken = true;
    }

    /**
     * Notes how it got its connection.
     *
     * @param facts receives the note
     * @param connection the connection
     * @param request the number of the request on it
     */
    public final void describe(CallNotes facts, PooledConnection connection, long request) {
        LeaseOutcome known = outcome;
        LeaseOutcome how = known == null ? LeaseOutcome.DIALED : known;
        long idleNanos = hasWoken && isReused() ? Math.max(0, connection.lessons.idleNanos(leasedNanos)) : 0;
        connection.describe(facts, new LeaseResult(how, waitNanos, idleNanos, request));
    }

    // Notes its release, and how many leases there were with it.
    private void ended(int inUse, long nowNanos) {
        if (isListed) {
            route.pool.unconnected.remove(this);
        }
        end(LeaseOutcome.CANCELLED, null); // unless it had a connection, or was refused one
        long heldNanos = nowNanos - leasedNanos;
        route.released(heldNanos, inUse);
        if (isSuspected && !isLost()) {
            route.incidents().leakReturned(request(), heldNanos);
        }
    }

    /**
     * Notes the handle of the holder.
     *
     * @param holders the object through which alone it can be released
     */
    public final void heldBy(Object holders) {
        handle = new WeakReference<>(holders);
    }

    /**
     * Notes what is being sent.
     *
     * @param sentMethod the method
     * @param sentPath the path, with whatever query there is
     */
    public final void sending(String sentMethod, @Nullable String sentPath) {
        path = sentPath;
        method = sentMethod;
    }

    /**
     * Tells whether it was released.
     *
     * @return whether it was
     */
    public final boolean isReleased() {
        return held == null;
    }

    /** Returns for how long no byte has moved on it; 0 while it waits for a response, which a timeout ends. */
    abstract long silentNanos(long nowNanos);

    /** Takes it back after its holder was garbage collected; false if it came back by itself. */
    boolean takeBack() {
        if (isReleased()) {
            return false;
        }
        PooledConnection connection = connection();
        if (connection != null && !connection.isMultiplexed()) {
            connection.doom(CloseCause.LEAKED);
        }
        release(null, 0);
        return true;
    }

    /** Tells whether its caller uses a connection. */
    boolean isInUse() {
        return !isReleased();
    }

    /** Tells whether no code is left that could end it. */
    boolean isLost() {
        WeakReference<Object> known = handle;
        return known != null && known.get() == null;
    }

    /** Notes that it is a suspected leak; false if it has ended. */
    final boolean suspect() {
        isSuspected = true;
        return !isReleased();
    }

    /** Returns method and path without the query, as the route reports them; empty if nothing was sent. */
    final String request() {
        String sent = method;
        return sent == null
                ? ""
                : PlainText.of(sent) + " " + PlainText.path(path, route.policy.source.pathsInReports());
    }

    /** Describes it to users; empty if it has just lost its connection. */
    final Optional<Holder> told(long nowNanos) {
        return Optional.ofNullable(connection())
                .map(connection -> new Holder(
                        route.target,
                        thread.getName(),
                        Duration.ofNanos(Math.max(0, nowNanos - leasedNanos)),
                        request(),
                        CallSite.frames(leasedAt),
                        connection.getId(), // its name in HttpClient's own debug log
                        isSuspected));
    }
}
