package dev.weir.engine;

import java.util.concurrent.atomic.LongAdder;

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
    final LongAdder connections = new LongAdder();

    /** Callers that wait. */
    final LongAdder pending = new LongAdder();

    int leased() {
        return Math.max(0, lower(connections.sum()));
    }

    int idle() {
        long both = connections.sum();
        return Math.max(0, (int) ((both - lower(both)) >> HALF));
    }

    int pending() {
        return Math.max(0, lower(pending.sum()));
    }

    // It may be negative for a moment; it then borrows from the upper half.
    private static int lower(long both) {
        return (int) both;
    }
}
