package dev.weir.internal.pool;

import dev.weir.event.LeaseOutcome;
import dev.weir.failure.Holder;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.log.PlainText;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A lease that a caller holds, of a whole connection or of one exchange: what leak detection and the explanations of a full
 * pool know of its holder. The holder's thread writes; they read. Thread-safe.
 */
public abstract class HeldLease {

    /** Where it was leased, if nothing recorded that. */
    static final String UNKNOWN_PLACE = "unknown";

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

    private final ConnectionPool core;

    // Written before the caller has it: a stream is leased only when it is found, and its route may be forgotten until
    // then.
    volatile RouteState route;
    volatile long leasedNanos;
    // The thread that requested it; null for the pool itself. And the place in the code, if recorded.
    final @Nullable Thread thread;
    private final @Nullable Throwable place;

    // Written once, before the caller has it: when it is garbage collected, no code is left to release the lease.
    private volatile @Nullable WeakReference<Object> handle;

    // The path is written before the method, and read after it.
    private volatile @Nullable String method;
    private @Nullable String path;

    // 1 from the moment when it is suspected to be a leak, until its end.
    private volatile int suspected;

    // How it got its connection, or that it got none, once that is known. A stream that moves may get another.
    volatile @Nullable LeaseOutcome outcome;
    // How long it waited for connections. Written by the thread that goes on with it.
    volatile long waitNanos;
    private volatile boolean isListed;

    HeldLease(ConnectionPool core, RouteState route, long leasedNanos, @Nullable Thread thread) {
        this.core = core;
        this.route = route;
        this.leasedNanos = leasedNanos;
        this.thread = thread;
        this.place = thread != null && route.isTraced() ? new Throwable("leased here") : null;
    }

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

    /** Makes the pool watch it until its release, although no connection leads to it. */
    final void list() {
        isListed = true;
        core.unconnected().add(this);
    }

    final LeaseOutcome reused() {
        return waitNanos > 0 ? LeaseOutcome.REUSED_AFTER_WAIT : LeaseOutcome.REUSED;
    }

    final LeaseOutcome dialed() {
        return waitNanos > 0 ? LeaseOutcome.DIALED_AFTER_WAIT : LeaseOutcome.DIALED;
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
        if (OUTCOME.compareAndSet(this, null, how) && thread != null) {
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

    /** Notes its release, and how many leases there were with it; 0 if that was noted before. */
    final void ended(int inUse, long nowNanos) {
        if (isListed) {
            core.unconnected().remove(this);
        }
        end(LeaseOutcome.CANCELLED, null); // unless it had a connection, or was refused one
        if (thread == null) {
            return;
        }
        long heldNanos = nowNanos - leasedNanos;
        route.released(heldNanos, inUse);
        if (suspected != 0 && SUSPECTED.compareAndSet(this, 1, 0)) {
            route.incidents().leakReturned(isLost() ? null : request(), heldNanos);
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
    public abstract boolean isReleased();

    /** Returns for how long no byte has moved on it; 0 while it waits for a response, which a timeout ends. */
    abstract long silentNanos(long nowNanos);

    /** Takes it back after its holder was garbage collected; false if it came back by itself. */
    abstract boolean takeBack();

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
        return thread == null ? "" : thread.getName();
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

    /**
     * Returns how to describe it to users.
     *
     * @param connection the connection's name in HttpClient's own debug log
     */
    final Holder told(String connection, long nowNanos) {
        return new Holder(
                route.target(),
                threadName(),
                Duration.ofNanos(Math.max(0, nowNanos - leasedNanos)),
                request(),
                frames(place),
                connection,
                isSuspected());
    }
}
