package dev.weir.internal.manager;

import java.util.concurrent.TimeUnit;

/** Shares the time for establishing a connection among the addresses of its host. Pure. */
public final class DialBudget {

    /** The least time per address, so that many addresses do not leave each with nothing. */
    public static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private DialBudget() {}

    /**
     * Returns the time for the next address.
     *
     * @param leftNanos what is left for all of them
     * @param addressesLeft how many are left to try, this one included
     * @return nanoseconds
     */
    public static long shareNanos(long leftNanos, int addressesLeft) {
        return Math.min(leftNanos, Math.max(LEAST_NANOS, leftNanos / addressesLeft));
    }
}
