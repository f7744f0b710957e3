package dev.weir.bench;

/**
 * Decides when a JVM is warm: its JIT compilers have been quiet for four windows in a row, or the time for it is over. Not
 * thread-safe.
 */
final class WarmUp {

    /** Compilers that take less than this share of the JVM's CPU time are quiet; they never stop altogether under load. */
    static final double QUIET_SHARE = 0.02;

    private static final int QUIET_WINDOWS = 4;

    private final long leastNanos;
    private final long mostNanos;
    private long elapsedNanos;
    private int quietWindows;

    /**
     * Creates one of a JVM that has just begun.
     *
     * @param leastNanos how long it is warmed at least: compilation comes in bursts
     * @param mostNanos how long at most
     */
    WarmUp(long leastNanos, long mostNanos) {
        this.leastNanos = leastNanos;
        this.mostNanos = mostNanos;
    }

    /**
     * Takes what the compilers did in the next window.
     *
     * @param nanos how long the window was
     * @param cpuNanos CPU time of the JVM in it
     * @param compilerNanos CPU time of the compilers in it
     */
    void add(long nanos, long cpuNanos, long compilerNanos) {
        elapsedNanos += nanos;
        quietWindows = compilerNanos < QUIET_SHARE * cpuNanos ? quietWindows + 1 : 0;
    }

    boolean isQuiet() {
        return quietWindows >= QUIET_WINDOWS;
    }

    boolean isOver() {
        return elapsedNanos >= mostNanos || (elapsedNanos >= leastNanos && isQuiet());
    }

    long elapsedNanos() {
        return elapsedNanos;
    }
}
