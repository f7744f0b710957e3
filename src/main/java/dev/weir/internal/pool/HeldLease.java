package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.log.PlainText;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller to a connection, or to one exchange on it: on its way there, while it is held, and until its
 * release, of which only the first counts. Leak detection and the explanations of a full pool read who holds it.
 * Thread-safe.
 */
public abstract class HeldLease {

    // A server that ends all connections at once must not be dialed forever.
    private static final int MOST_LOST = 5;

    /** Where it was leased, if nothing recorded that. */
    static final String UNKNOWN_PLACE = "unknown";

    // Zero would mean forever.
    private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final String WITHHELD = "(path withheld)";
    private static final int MOST_FRAMES = 12;
    private static final List<String> LIBRARIES = List.of(
            "dev.weir.internal.",
            "dev.weir.engine.",
            "dev.weir.micrometer.",
            "dev.weir.spring.",
            "org.apache.hc.",
            "org.springframework.",
            "io.micrometer.",
            "reactor.",
            "java.",
            "javax.",
            "jdk.",
            "sun.");
    private static final AtomicIntegerFieldUpdater<HeldLease> SUSPECTED =
            AtomicIntegerFieldUpdater.newUpdater(HeldLease.class, "suspected");

    private static final AtomicReferenceFieldUpdater<HeldLease, @Nullable LeaseOutcome> OUTCOME =
            AtomicReferenceFieldUpdater.newUpdater(HeldLease.class, LeaseOutcome.class, "outcome");

    private static final AtomicReferenceFieldUpdater<HeldLease, @Nullable Object> HELD =
            AtomicReferenceFieldUpdater.newUpdater(HeldLease.class, Object.class, "held");

    /** What it has before its caller has it. */
    static final Object ASKING = new Object();

    /** What it has that lost its connection, or got none. */
    static final Object NOTHING = new Object();

    final Lifecycle lifecycle;
    final @Nullable Object state;
    final LeaseTerms terms;
    // When it was requested, by the time of the pool.
    private final long askedNanos;

    /**
     * A connection, the wait for one, or one of the above; null once it is released, or canceled before its caller had it. The
     * thread that makes a change is then responsible for what it replaced, so that nothing is given back twice or never.
     */
    volatile @Nullable Object held = ASKING;

    // Written before the caller has it: until then its route may be forgotten.
    volatile RouteState route;
    volatile long leasedNanos;
    // The thread that requested it, and the place in the code, if recorded.
    final Thread thread = Thread.currentThread();
    private final @Nullable Throwable place;

    // Written once, before the caller has it: when it is garbage collected, no code is left to release the lease.
    private volatile @Nullable WeakReference<Object> handle;

    // The path is written before the method, and read after it.
    private volatile @Nullable String method;
    private @Nullable String path;

    // 1 from the moment when it is suspected to be a leak, until its end.
    private volatile int suspected;

    /** Its latest place in the queue of its route; null before it has one. */
    volatile @Nullable Waiter asked;

    // How many connections were closed before its first request. Written by the thread that goes on with it.
    private volatile int lost;

    // How it got its connection, or that it got none, once that is known. A stream that moves may get another.
    volatile @Nullable LeaseOutcome outcome;
    // How long it waited for connections. Written by the thread that goes on with it.
    volatile long waitNanos;
    private volatile boolean isListed;

    HeldLease(RouteState route, @Nullable Object state, LeaseTerms terms) {
        this.lifecycle = route.pool.lifecycle;
        this.route = route;
        this.state = state;
        this.terms = terms;
        this.askedNanos = route.nowNanos();
        this.leasedNanos = askedNanos;
        this.place = route.isTraced() ? new Throwable("leased here") : null;
    }

    final @Nullable Object held() {
        return held;
    }

    final boolean holds(@Nullable Object before, @Nullable Object now) {
        return HELD.compareAndSet(this, before, now);
    }

    /** Returns the wait for a connection; null if it does not wait. */
    final @Nullable Waiter waiting() {
        return held instanceof Waiter wait ? wait : null;
    }

    /** Returns its connection; null while it has none. */
    final @Nullable PooledConnection place() {
        return held instanceof PooledConnection has ? has : null;
    }

    /** Returns a connection that is there, or else its place in the queue of the route. */
    final Object ask(long limitNanos, int maxPending, Waiter.@Nullable Caller caller) {
        LeaseTerms now =
                held == ASKING ? terms : route.whileDialing(terms); // its caller may know that it has to connect
        Object got = route.tryLease(state, now);
        while (got == null) {
            Timeout limit = Timeout.ofNanoseconds(Math.max(SHORTEST_WAIT_NANOS, limitNanos));
            Waiter place = route.lease(state, now, limit, maxPending, caller);
            if (place == null) {
                route = route.pool.route(route.route()); // it was forgotten just now
            }
            asked = place;
            got = place;
        }
        return got;
    }

    /** Notes that its caller has it from now on, with what it holds. */
    final void handed() {
        PooledConnection connection = place();
        if (connection == null) {
            isListed = true; // no connection leads to it
            route.pool.unconnected.add(this);
        } else {
            connected(connection);
        }
        route.lent();
    }

    /** Notes that it has a connection that is established. */
    final void connected(PooledConnection connection) {
        boolean hasWaited = waitNanos > 0;
        LeaseOutcome reused = hasWaited ? LeaseOutcome.REUSED_AFTER_WAIT : LeaseOutcome.REUSED;
        LeaseOutcome dialed = hasWaited ? LeaseOutcome.DIALED_AFTER_WAIT : LeaseOutcome.DIALED;
        end(isNew(connection) ? dialed : reused, connection);
    }

    /** Notes that it waited for a connection in vain; returns what to tell its caller. */
    final Exception refused(Throwable why, long waitedNanos, boolean isOwnLimit) {
        if (why instanceof TimeoutException) {
            end(LeaseOutcome.TIMED_OUT, null);
            return route.incidents().timedOut(Duration.ofNanos(waitedNanos), isOwnLimit);
        }
        if (why instanceof RejectedExecutionException) {
            waitNanos = 0;
            end(LeaseOutcome.REJECTED, null);
            return route.incidents().rejected(route.policy.maxPending);
        }
        end(LeaseOutcome.CANCELLED, null);
        boolean isByPool = why instanceof CancellationException || why instanceof IllegalStateException;
        if (isByPool && lifecycle.isClosed()) {
            return lifecycle.refusal();
        }
        return why instanceof Exception each ? each : new ExecutionException(why);
    }

    /** Notes that no connection was established for it; returns what to tell its caller, which may be the pool's end. */
    final Exception dialFailed(Exception failure) {
        end(LeaseOutcome.DIAL_FAILED, place());
        PoolClosedException end = lifecycle.end(false);
        if (end != null) {
            end.initCause(failure);
        }
        return end != null ? end : failure;
    }

    /** Notes that a connection was closed before its first request; returns a failure if there were too many of those. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time goes on with it
    final @Nullable ConnectionClosedException loses() {
        return ++lost <= MOST_LOST
                ? null
                : new ConnectionClosedException("Each of " + lost + " connections to " + route.target
                        + " was closed before a request could be sent");
    }

    /** Tells whether a connection was dialed while it waited. */
    final boolean isNew(PooledConnection connection) {
        return connection.openedNanos - askedNanos >= 0 && (connection.isMultiplexed() || connection.uses() == 0);
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
                putBack(had, user, keepAliveNanos, nowNanos);
            }
        } finally {
            try {
                ended(inUse, nowNanos);
            } finally {
                lifecycle.leave();
            }
        }
    }

    /** Ends a wait. */
    abstract void giveUp(Waiter wait);

    /** Gives a connection back after its use. */
    abstract void putBack(PooledConnection connection, @Nullable Object user, long keepAliveNanos, long nowNanos);

    /**
     * Returns the connect timeout of the route.
     *
     * @return the time; zero for none
     */
    public final Timeout connectTimeout() {
        return route.policy.connect;
    }

    /**
     * Returns the read timeout of the route.
     *
     * @return the time; zero for none
     */
    public final Timeout readTimeout() {
        return route.policy.read;
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

    /** Describes how it got its connection, which was idle before unless others used it, for a request of a number. */
    final void describe(CallNotes facts, PooledConnection connection, boolean wasIdle, long request) {
        LeaseOutcome known = outcome;
        LeaseOutcome how = known == null ? LeaseOutcome.DIALED : known;
        long idleNanos = wasIdle && isReused() ? connection.idleNanosBefore(leasedNanos) : 0;
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
        if (suspected != 0 && SUSPECTED.compareAndSet(this, 1, 0) && !isLost()) {
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
        PooledConnection connection = place();
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

    /** Tells whether the calling thread holds it until the release; never for an exchange. */
    boolean isHeldByThisThread() {
        return false;
    }

    /** Tells whether no code is left that could end it. */
    boolean isLost() {
        WeakReference<Object> known = handle;
        return known != null && known.get() == null;
    }

    boolean isSuspected() {
        return suspected != 0;
    }

    /** Notes that it is a suspected leak; false if it has ended. */
    final boolean suspect() {
        suspected = 1;
        return !isReleased() || !SUSPECTED.compareAndSet(this, 1, 0);
    }

    String threadName() {
        return thread.getName();
    }

    /** Returns method and path without the query, as the route reports them; empty if nothing was sent. */
    final String request() {
        String sent = method;
        return sent == null ? "" : PlainText.of(sent + " " + shown(path, route.policy.pathsInReports));
    }

    /**
     * Returns a path as reports show it.
     *
     * @param path the path, with whatever query there is
     * @param isShown whether reports show paths
     * @return the path without the query
     */
    public static String shown(@Nullable String path, boolean isShown) {
        return !isShown ? WITHHELD : path == null ? "/" : path.split("[?#]", 2)[0];
    }

    /** Returns the innermost frame of the program's own code that asked for it. */
    final String callSite() {
        List<StackTraceElement> frames = frames(place);
        return frames.isEmpty() ? UNKNOWN_PLACE : frames.get(0).toString();
    }

    /** Returns the frames from the program's own code on. */
    static List<StackTraceElement> frames(@Nullable Throwable acquired) {
        return acquired == null
                ? List.of()
                : Arrays.stream(acquired.getStackTrace())
                        .dropWhile(frame -> LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith))
                        .limit(MOST_FRAMES)
                        .toList();
    }

    /** Describes it to users; empty if it has just lost its connection. */
    final Optional<Holder> told(long nowNanos) {
        return Optional.ofNullable(place())
                .map(connection -> new Holder(
                        route.target,
                        threadName(),
                        Duration.ofNanos(Math.max(0, nowNanos - leasedNanos)),
                        request(),
                        frames(place),
                        connection.getId(), // its name in HttpClient's own debug log
                        isSuspected()));
    }
}
