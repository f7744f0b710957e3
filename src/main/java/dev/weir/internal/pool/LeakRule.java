package dev.weir.internal.pool;

/** Decides whether a connection that is held for long is a suspected leak. Pure. */
final class LeakRule {

    private LeakRule() {}

    /**
     * Decides.
     *
     * @param limitNanos {@code leakDetection}; zero if it is off
     * @param heldNanos time since the lease
     * @param idleNanos time since a byte was last seen to move on the connection
     * @param isExchanging whether the holder waits for the head of a response: then the upstream is slow, and a timeout ends
     *     the wait
     */
    static boolean isSuspect(long limitNanos, long heldNanos, long idleNanos, boolean isExchanging) {
        return limitNanos > 0 && !isExchanging && heldNanos >= limitNanos && idleNanos >= limitNanos;
    }
}
