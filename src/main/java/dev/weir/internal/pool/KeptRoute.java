package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.client5.http.HttpRoute;

/**
 * A route that must have idle connections, and how opening them goes. After a failed dial it pauses, twice as long each time,
 * up to a limit, and then tries a single one. Within a second it begins no more than the route should have, so a server that
 * closes each at once is not dialed endlessly. Takes the time; thread-safe.
 */
final class KeptRoute {

    /** About the restart time of a process that fails quickly. */
    static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The longest time that a server that is back waits for its connections. */
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST_DOUBLINGS = 5;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    final HttpRoute route;

    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock.
    private int opening;
    // In a row, of those that began one after the other; when the pause after the last of them ends.
    private int failures;
    private long againNanos;
    // How many were begun within a second, and when that began.
    private int begun;
    private long secondNanos;
    private boolean isShort;

    KeptRoute(HttpRoute route) {
        this.route = route;
    }

    /**
     * Begins as many dials as it lacks and may begin; each of them ends with {@link #ended}, or is withdrawn.
     *
     * @param least how many connections should be ready
     * @param ready how many are
     * @param atOnce how many may be opened at once
     * @return how many to dial
     */
    int begin(int least, int ready, int atOnce, long nowNanos) {
        lock.lock();
        try {
            if (begun == 0 || nowNanos - secondNanos >= SECOND_NANOS) {
                begun = 0;
                secondNanos = nowNanos;
            }
            boolean isPausing = failures > 0 && nowNanos - againNanos < 0;
            int lacking =
                    isPausing || ready >= least ? 0 : Math.max(0, Math.min(least - ready - opening, least - begun));
            int now = Math.max(0, Math.min(lacking, (failures > 0 ? 1 : atOnce) - opening));
            opening += now;
            begun += now;
            isShort = now < lacking;
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that some of those that were to be dialed were not begun. */
    void withdraw(int notBegun) {
        lock.lock();
        try {
            opening -= notBegun;
            begun -= notBegun;
            isShort |= notBegun > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the route can be dialed, as a request has shown. */
    void recovered() {
        lock.lock();
        try {
            failures = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes the end of a dial. Those that failed together count as one failure.
     *
     * @return whether that is a change: the first failure, or the first success after one
     */
    boolean ended(boolean isThere, long nowNanos) {
        lock.lock();
        try {
            opening--;
            boolean wasFailing = failures > 0;
            if (isThere) {
                failures = 0;
            } else if (!wasFailing || nowNanos - againNanos >= 0) {
                againNanos = nowNanos
                        + Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS));
                failures++;
            }
            return wasFailing == isThere;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether more are missing than could be begun at the last look. */
    boolean isShort() {
        lock.lock();
        try {
            return isShort;
        } finally {
            lock.unlock();
        }
    }
}
