package dev.weir.engine;

/**
 * Limits the idle entries over all routes, and closes those beyond the limit. Thread-safe. It keeps no count of its own, so
 * it costs nothing without a limit, and needs no lock over all routes with one.
 */
final class MaxIdle {

    static final int NO_LIMIT = Integer.MAX_VALUE;

    private final Counts counts;
    // Called without holding a gate.
    private final Runnable trim;
    private volatile int max = NO_LIMIT;

    MaxIdle(Counts counts, Runnable trim) {
        this.counts = counts;
        this.trim = trim;
    }

    void max(int newMax) {
        max = newMax;
    }

    Runnable trim() {
        return trim;
    }

    boolean isExceeded() {
        return max != NO_LIMIT && surplus() > 0;
    }

    boolean isReached() {
        int most = max;
        return most != NO_LIMIT && counts.idle() >= most;
    }

    /** Returns how many idle entries exceed the limit; zero or less for none. */
    int surplus() {
        int most = max;
        return most == NO_LIMIT ? 0 : counts.idle() - most;
    }
}
