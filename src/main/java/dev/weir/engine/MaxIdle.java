package dev.weir.engine;

/**
 * How many entries may be idle over all routes, and who closes those above that. Thread-safe. Counts nothing of its own, so
 * that it costs nothing as long as there is no limit, and no lock over all routes when there is one.
 */
final class MaxIdle {

    static final int NO_LIMIT = Integer.MAX_VALUE;

    private final Counts counts;
    private volatile int max = NO_LIMIT;
    // Written once, before there is an entry. Called outside of any gate.
    private volatile Runnable trim = () -> {};

    MaxIdle(Counts counts) {
        this.counts = counts;
    }

    void max(int newMax) {
        max = newMax;
    }

    void trimBy(Runnable newTrim) {
        trim = newTrim;
    }

    Runnable trim() {
        return trim;
    }

    boolean isExceeded() {
        return surplus() > 0;
    }

    boolean isReached() {
        int most = max;
        return most != NO_LIMIT && counts.idle() >= most;
    }

    /** Returns how many entries are idle above the limit; zero or less for none. */
    int surplus() {
        int most = max;
        return most == NO_LIMIT ? 0 : counts.idle() - most;
    }
}
