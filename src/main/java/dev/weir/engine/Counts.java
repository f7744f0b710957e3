package dev.weir.engine;

/** What is in the pool, over all routes; written by all threads, added up on request. */
final class Counts {

    private static final int HALF = Integer.SIZE;

    /** A leased connection, in {@link #connections}. */
    static final long LEASED = 1;

    /** An idle one. */
    static final long IDLE = 1L << HALF;

    /** One that was idle and is leased; its negative is one that was leased and is idle. */
    static final long TAKEN = LEASED - IDLE;

    /**
     * Leased ones in the lower half, idle ones in the upper one: each lease and each release changes both, by one addition,
     * so the cache line of one counter moves between processors, not two.
     */
    final Count connections = new Count();

    /** Callers that wait. */
    final Count pending = new Count();

    int leased() {
        return Math.max(0, lower(connections.now()));
    }

    int idle() {
        long both = connections.now();
        return Math.max(0, (int) ((both - lower(both)) >> HALF));
    }

    int pending() {
        return Math.max(0, lower(pending.now()));
    }

    // It may be negative for a moment; it then borrows from the upper half.
    private static int lower(long both) {
        return (int) both;
    }
}
