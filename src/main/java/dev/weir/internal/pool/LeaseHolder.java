package dev.weir.internal.pool;

import dev.weir.config.PlainText;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the holder of a lease: its handle, its request, and where it came from. The reference to the handle is
 * weak, so that a lost handle is noticed.
 *
 * <p>The holder's thread writes; leak detection and the explanations of a full pool read.
 */
public final class LeaseHolder extends WeakReference<Object> {

    private static final String WITHHELD = "(path withheld)";

    private final @Nullable Throwable acquired;

    // The path is written before the method, and read after it.
    private volatile @Nullable String method;
    private @Nullable String path;

    // Written and read by the thread that looks for leaks, except the suspicion.
    private long bytes = -1;
    private long noteProgress;
    private volatile boolean isSuspected;

    LeaseHolder(Object holder, long leasedNanos, @Nullable Throwable acquired) {
        super(holder);
        this.noteProgress = leasedNanos;
        this.acquired = acquired;
    }

    /**
     * Notes what is being sent.
     *
     * @param sentMethod the method
     * @param sentPath the path, with whatever query there is
     */
    public void sending(String sentMethod, @Nullable String sentPath) {
        path = sentPath;
        method = sentMethod;
    }

    /** Tells whether no code is left that could release the lease. */
    boolean isLost() {
        return get() == null;
    }

    /** Returns method and path, as a route reports them; empty if nothing was sent. */
    String request(RoutePolicy policy) {
        String sent = method;
        return sent == null ? "" : line(sent, path, policy);
    }

    /** Returns method and path without the query; only the method if the route reports no paths. */
    static String line(String method, @Nullable String path, RoutePolicy policy) {
        return PlainText.of(method + " " + shown(path, policy.pathsInReports));
    }

    /**
     * Returns a path as reports show it.
     *
     * @param path the path, with whatever query there is
     * @param isShown whether reports show paths
     * @return the path without the query
     */
    public static String shown(@Nullable String path, boolean isShown) {
        return isShown ? withoutQuery(path) : WITHHELD;
    }

    private static String withoutQuery(@Nullable String path) {
        if (path == null) {
            return "/";
        }
        int end = path.length();
        for (char mark : new char[] {'?', '#'}) {
            int at = path.indexOf(mark);
            end = at < 0 ? end : Math.min(end, at);
        }
        return path.substring(0, end);
    }

    /** Returns where the lease was made; null if that was not recorded. */
    @Nullable
    Throwable acquired() {
        return acquired;
    }

    /** Notes how many bytes have moved on the connection, and returns when that last changed. */
    long noteProgress(long bytesMoved, long nowNanos) {
        if (bytesMoved != bytes) {
            // Bytes from before the first look may have moved at the start.
            noteProgress = bytes < 0 ? noteProgress : nowNanos;
            bytes = bytesMoved;
        }
        return noteProgress;
    }

    boolean isSuspected() {
        return isSuspected;
    }

    void suspect() {
        isSuspected = true;
    }
}
