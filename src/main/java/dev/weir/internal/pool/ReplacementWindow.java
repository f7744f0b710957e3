package dev.weir.internal.pool;

/**
 * When a connection at the end of its lifetime is replaced before it is closed. Pure: takes times, opens nothing.
 *
 * @param leadNanos how long before the end of a lifetime its replacement is opened at the earliest
 * @param pauseNanos how often to look
 */
record ReplacementWindow(long leadNanos, long pauseNanos) {

    /** Two visits fall into the lead, so that one that comes late or finds no room is not the last. */
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
     * @param leftNanos what is left of the lifetime; zero or less if it is over, which is too late
     */
    boolean isNear(long leftNanos) {
        return leftNanos > 0 && leftNanos <= leadNanos;
    }
}
