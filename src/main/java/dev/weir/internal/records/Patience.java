package dev.weir.internal.records;

import java.util.concurrent.TimeUnit;

/**
 * Until when to wait for replies. Times are differences of nanoseconds. Not thread-safe.
 *
 * <p>Some servers and firewalls drop questions for AAAA. Once there are addresses, the other question is waited for but
 * briefly, so that a caller does not lose its time to connect. RFC 8305, section 3, suggests 50 ms; here it is more, because
 * what is missing stays missing until the next lookup.
 */
final class Patience {

    static final long RESOLUTION_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private long endNanos;

    private Patience(long endNanos) {
        this.endNanos = endNanos;
    }

    static Patience ofMillis(long millis, long nowNanos) {
        return new Patience(nowNanos + TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** There are addresses. */
    void shorten(long nowNanos) {
        endNanos = nowNanos + Math.min(endNanos - nowNanos, RESOLUTION_DELAY_NANOS);
    }

    boolean isOver(long nowNanos) {
        return endNanos - nowNanos <= 0;
    }

    /** Returns how long to wait; at least 1, because a socket waits without end for 0. */
    int remainingMillis(long nowNanos) {
        return Math.max(1, (int) TimeUnit.NANOSECONDS.toMillis(endNanos - nowNanos));
    }
}
