package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;

/**
 * How many connections the pool itself should open for a route. After a failed dial it pauses, twice as long each time, up
 * to a limit, and then tries a single one. Within a second it begins no more than the route should have, so a server that
 * closes each at once is not dialed endlessly. Pure.
 *
 * @param opening how many are being opened
 * @param failures how many failed in a row, of those that began one after the other
 * @param againNanos when the pause after the last of them ends
 * @param begun how many were begun within the second
 * @param secondNanos when that began
 */
record Refill(int opening, int failures, long againNanos, int begun, long secondNanos) {

    /** Nothing was opened yet. */
    static final Refill NONE = new Refill(0, 0, 0, 0, 0);

    /** About the restart time of a process that fails quickly. */
    static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The longest time that a server that is back waits for its connections. */
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int MOST_DOUBLINGS = 5;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Returns how many to begin.
     *
     * @param least how many connections should be ready
     * @param ready how many are
     */
    int lacking(int least, int ready, long nowNanos) {
        if (ready >= least || isPausing(nowNanos)) {
            return 0;
        }
        int missing = least - ready - opening;
        int allowed = least - (isSameSecond(nowNanos) ? begun : 0);
        int lacking = Math.max(0, Math.min(missing, allowed));
        return failures == 0 ? lacking : Math.min(lacking, Math.max(0, 1 - opening));
    }

    private boolean isPausing(long nowNanos) {
        return failures > 0 && nowNanos - againNanos < 0;
    }

    private boolean isSameSecond(long nowNanos) {
        return begun > 0 && nowNanos - secondNanos < SECOND_NANOS;
    }

    /** One is being opened. */
    Refill begin(long nowNanos) {
        return isSameSecond(nowNanos)
                ? new Refill(opening + 1, failures, againNanos, begun + 1, secondNanos)
                : new Refill(opening + 1, failures, againNanos, 1, nowNanos);
    }

    /** One that should open was not begun. */
    Refill withdrawn() {
        return new Refill(opening - 1, failures, againNanos, begun - 1, secondNanos);
    }

    /** One is there. */
    Refill opened() {
        return new Refill(opening - 1, 0, againNanos, begun, secondNanos);
    }

    /** One failed. Those that began with it fail within the same pause, and count as one. */
    Refill failed(long nowNanos) {
        if (isPausing(nowNanos)) {
            return new Refill(opening - 1, failures, againNanos, begun, secondNanos);
        }
        return new Refill(opening - 1, failures + 1, nowNanos + pauseNanos(failures), begun, secondNanos);
    }

    private static long pauseNanos(int failures) {
        return Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures, MOST_DOUBLINGS));
    }

    /** The route can be dialed again, as a request has shown. */
    Refill recovered() {
        return failures == 0 ? this : new Refill(opening, 0, againNanos, begun, secondNanos);
    }
}
