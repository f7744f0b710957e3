package dev.weir.internal.pool;

import dev.weir.config.PlainText;
import dev.weir.failure.Holder;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
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

    HeldLease(RouteState route, long leasedNanos, @Nullable Thread thread, @Nullable Throwable place) {
        this.route = route;
        this.leasedNanos = leasedNanos;
        this.thread = thread;
        this.place = place;
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

    /** Notes its end, after its release. */
    final void noteReturn(long heldNanos) {
        if (suspected != 0 && SUSPECTED.compareAndSet(this, 1, 0)) {
            route.incidents().leakReturned(isLost() ? null : request(), heldNanos);
        }
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
