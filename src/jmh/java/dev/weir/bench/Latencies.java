package dev.weir.bench;

/** Counts times in buckets that are 1/32 of their value wide. Not thread-safe. */
final class Latencies {

    private static final int SUB_BITS = 5;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUB_BUCKETS];
    private long total;

    void add(long nanos) {
        counts[bucket(Math.max(0, nanos))]++;
        total++;
    }

    void add(Latencies others) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += others.counts[i];
        }
        total += others.total;
    }

    long count() {
        return total;
    }

    /** Returns the time that a share of all stayed below, give or take 3 %; not a number if none was counted. */
    double quantileNanos(double share) {
        long left = (long) Math.ceil(total * share);
        for (int i = 0; i < counts.length && total > 0; i++) {
            left -= counts[i];
            if (left <= 0) {
                return middle(i);
            }
        }
        return Double.NaN;
    }

    private static int bucket(long nanos) {
        if (nanos < SUB_BUCKETS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(nanos);
        return (shift << SUB_BITS) + (int) (nanos >> shift);
    }

    private static double middle(int bucket) {
        if (bucket < SUB_BUCKETS) {
            return bucket;
        }
        int shift = (bucket >> SUB_BITS) - 1;
        return (bucket - (shift << SUB_BITS) + 0.5) * (1L << shift);
    }
}
