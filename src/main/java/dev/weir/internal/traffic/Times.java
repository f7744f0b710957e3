package dev.weir.internal.traffic;

import java.time.Duration;

/** A distribution of times: count, mean and percentiles. Immutable. */
public final class Times {

    /** Nothing was measured. */
    public static final Times NONE = new Times(new int[TimeBuckets.COUNT], 0);

    private final int[] counts;
    private final long sumNanos;
    private final long count;

    Times(int[] counts, long sumNanos) {
        this.counts = counts;
        this.sumNanos = sumNanos;
        long sum = 0;
        for (int value : counts) {
            sum += value;
        }
        this.count = sum;
    }

    /**
     * Combines some times; for tests and arithmetic.
     *
     * @param times the times
     * @return their distribution
     */
    public static Times of(Duration... times) {
        TimeHistogram histogram = new TimeHistogram();
        for (Duration time : times) {
            histogram.record(time.toNanos());
        }
        return histogram.picture();
    }

    @SuppressWarnings("ReferenceEquality") // the shared constant, which is the usual case
    Times since(Times before) {
        if (before == NONE) {
            return this;
        }
        int[] difference = new int[TimeBuckets.COUNT];
        for (int i = 0; i < difference.length; i++) {
            difference[i] = counts[i] - before.counts[i];
        }
        return new Times(difference, sumNanos - before.sumNanos);
    }

    /**
     * Returns how many there are.
     *
     * @return the number
     */
    public long count() {
        return count;
    }

    /**
     * Returns the mean.
     *
     * @return the time; zero if there is none
     */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : Duration.ofNanos(sumNanos / count);
    }

    /**
     * Returns the time above which half of the sum of all was spent: what a look at a random moment is likely to see,
     * because it sees long ones more often than short ones.
     *
     * @return the time, within 13 %; zero if there is none
     */
    public Duration halfOfTheTime() {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += (double) counts[i] * TimeBuckets.nanos(i);
        }
        double seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += (double) counts[i] * TimeBuckets.nanos(i);
            if (seen * 2 >= sum && seen > 0) {
                return Duration.ofNanos(TimeBuckets.nanos(i));
            }
        }
        return Duration.ZERO;
    }

    /**
     * Returns the time that a share of a larger number of cases does not exceed; the additional cases took no time.
     *
     * @param share such as 0.99
     * @param all how many cases there are, these included
     * @return the time, within 13 %; zero if the share took none
     */
    public Duration percentile(double share, long all) {
        long rank = (long) Math.ceil(all * share) - (all - count);
        return rank <= 0 ? Duration.ZERO : ranked(rank);
    }

    /**
     * Returns the time that a share of them does not exceed.
     *
     * @param share such as 0.99
     * @return the time, within 13 %; zero if there is none
     */
    public Duration percentile(double share) {
        return ranked((long) Math.ceil(count * share));
    }

    private Duration ranked(long rank) {
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return Duration.ofNanos(TimeBuckets.nanos(i));
            }
        }
        return Duration.ZERO;
    }
}
