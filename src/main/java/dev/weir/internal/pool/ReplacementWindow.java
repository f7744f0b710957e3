package dev.weir.internal.pool;

/**
 * When a connection at the end of its lifetime is replaced before it is closed. Pure: takes times, opens nothing.
 *
 * @param leadNanos the earliest time before the end of a lifetime to open the replacement
 * @param pauseNanos how often to look
 */
record ReplacementWindow(long leadNanos, long pauseNanos) {

    /** The window has two visits, so that one that is late or finds no room is not the last. */
    private static final int VISITS = 2;

    /** A lifetime is not cut by more than a quarter, however seldom the pool looks. */
    private static final int MOST_OF_LIFETIME = 4;

    static ReplacementWindow of(long intervalNanos, long maxLifetimeNanos) {
        long most = maxLifetimeNanos / MOST_OF_LIFETIME;
        long lead = intervalNanos > most / VISITS ? most : intervalNanos * VISITS;
        return new ReplacementWindow(lead, lead / VISITS);
    }

    /**
     * Tells whether the end is near.
     *
     * @param leftNanos the rest of the lifetime; zero or less if it is over, which is too late
     */
    boolean isNear(long leftNanos) {
        return leftNanos > 0 && leftNanos <= leadNanos;
    }
}
