package dev.weir.internal.hedge;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many requests of a route may be sent a second time to a share of all its requests. Unused budget is kept for
 * only a few hedges, so a quiet time allows no burst. Thread-safe, without a lock.
 */
public final class HedgeBudget {

    /** How many unused hedges are kept. */
    static final int MOST_KEPT = 10;

    private static final long ONE = 1_000_000;
    private static final long MOST = MOST_KEPT * ONE;

    // Millionths of hedges.
    private final AtomicLong kept = new AtomicLong();

    /**
     * Adds the share of one request.
     *
     * @param share hedges per request, from 0 to 1
     */
    public void earn(double share) {
        kept.getAndAccumulate((long) (share * ONE), HedgeBudget::sum);
    }

    private static long sum(long known, long more) {
        return Math.min(MOST, known + more);
    }

    /**
     * Takes one hedge.
     *
     * @return whether there was one
     */
    public boolean take() {
        long known = kept.get();
        while (known >= ONE) {
            if (kept.compareAndSet(known, known - ONE)) {
                return true;
            }
            known = kept.get();
        }
        return false;
    }

    /** Gives back one that was taken but not sent. */
    public void giveBack() {
        kept.getAndAccumulate(ONE, HedgeBudget::sum);
    }
}
