package dev.weir.internal.traffic;

/**
 * Which bucket a time falls into. Four buckets per power of two, from a microsecond to two minutes, so that a percentile is
 * off by 13 % at most; longer times count as two minutes. Few, because each route has them. Pure.
 */
final class TimeBuckets {

    private static final int PER_POWER = 4;
    private static final int PER_POWER_BITS = 2;
    private static final int POWERS = 25;

    static final int COUNT = PER_POWER * (POWERS + 1);

    private TimeBuckets() {}

    static int index(long nanos) {
        long units = Math.max(0, nanos) >> 10;
        if (units < PER_POWER) {
            return (int) units;
        }
        int power = 63 - Long.numberOfLeadingZeros(units);
        int within = (int) (units >> (power - PER_POWER_BITS)) & (PER_POWER - 1);
        return Math.min(COUNT - 1, (power - PER_POWER_BITS + 1) * PER_POWER + within);
    }

    /** Returns the middle of a bucket. */
    static long nanos(int index) {
        if (index < PER_POWER) {
            return (index << 10) + 512L;
        }
        int power = index / PER_POWER + PER_POWER_BITS - 1;
        long width = 1L << (power - PER_POWER_BITS);
        long start = (PER_POWER + index % PER_POWER) * width;
        return (start << 10) + (width << 9);
    }
}
