package dev.weir;

import java.util.function.LongSupplier;

/** Lets pools under test go by another clock. */
public final class PoolTime {

    private PoolTime() {}

    /** Lets a pool go by a clock of nanoseconds, and returns its builder. */
    public static HttpPoolBuilder of(LongSupplier nanoClock, HttpPoolBuilder builder) {
        return builder.nanoClock(nanoClock);
    }
}
