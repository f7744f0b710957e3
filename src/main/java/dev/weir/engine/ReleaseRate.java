package dev.weir.engine;

import java.util.concurrent.TimeUnit;

/**
 * Estimates how fast the places of a route become free, so that a caller that could not be served in time can be refused at
 * once. A wrong refusal is worse than a wait, so the estimate errs on the fast side. It uses the shortest of the last hold
 * times; the age of the present leases if that is less (a slow server may have become fast again; only leases as old as the
 * past holds show that it has not); the releases counted since the queue formed if they were faster; and knows nothing
 * without enough recent measurements. Pure: it is told times and reads no clock. Guarded by the segment's gate.
 */
final class ReleaseRate {

    /** How many hold times it needs: fewer could all be slow by chance. */
    static final int LEAST = 4;

    /** After a pause the server may have changed; measurements from before no longer count. */
    static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int KEPT = 8;

    private final long[] heldNanos = new long[KEPT];
    private int seen;
    private long lastNanos;
    private int sinceStanding;

    /** Notes that a caller waits again after a time without a queue. */
    void standing() {
        sinceStanding = 0;
    }

    /** Notes that a caller gave a connection back. */
    void released(long nanos, long nowNanos) {
        if (seen > 0 && nowNanos - lastNanos > FRESH_NANOS) {
            seen = 0;
        }
        heldNanos[seen % KEPT] = Math.max(1, nanos);
        seen = seen + 1 < 2 * KEPT ? seen + 1 : KEPT;
        sinceStanding++;
        lastNanos = nowNanos;
    }

    /**
     * Returns how many places become free per second.
     *
     * @param leased places in the hands of callers
     * @param heldSoFarNanos the least time for which each of those has been held, and so will be held
     * @param standingNanos for how long the queue has not been empty
     * @return the rate; infinite if it is not known
     */
    double perSecond(int leased, long heldSoFarNanos, long standingNanos, long nowNanos) {
        if (seen < LEAST || nowNanos - lastNanos > FRESH_NANOS) {
            return Double.POSITIVE_INFINITY;
        }
        double counted = sinceStanding / (double) Math.max(1, standingNanos);
        double expected = leased / (double) Math.max(1, Math.min(shortest(), heldSoFarNanos));
        return Math.max(counted, expected) * TimeUnit.SECONDS.toNanos(1);
    }

    private long shortest() {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < Math.min(seen, KEPT); i++) {
            shortest = Math.min(shortest, heldNanos[i]);
        }
        return shortest;
    }
}
