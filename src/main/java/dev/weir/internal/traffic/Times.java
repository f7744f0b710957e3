package dev.weir.internal.traffic;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A distribution of times: count, mean and percentiles. Immutable. */
public final class Times {

    /** Nothing was measured. */
    public static final Times NONE = new Times(new int[0], 0);

    // Four buckets per power of two, from a microsecond to two minutes, so that a percentile is off by 13 % at most;
    // longer times count as two minutes. Few, because each route has them.
    private static final int PER_POWER = 4;
    private static final int PER_POWER_BITS = 2;
    private static final int BUCKETS = PER_POWER * 26;

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
        Recorder recorder = new Recorder();
        for (Duration time : times) {
            recorder.record(time.toNanos());
        }
        return recorder.times();
    }

    Times and(Times others) {
        if (count == 0 || others.count == 0) {
            return count == 0 ? others : this;
        }
        int[] all = counts.clone();
        for (int i = 0; i < BUCKETS; i++) {
            all[i] += others.counts[i];
        }
        return new Times(all, sumNanos + others.sumNanos);
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
            sum += (double) counts[i] * middleNanos(i);
        }
        double seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += (double) counts[i] * middleNanos(i);
            if (seen * 2 >= sum && seen > 0) {
                return Duration.ofNanos(middleNanos(i));
            }
        }
        return Duration.ZERO;
    }

    /**
     * Returns the time that a share of them does not exceed.
     *
     * @param share such as 0.99
     * @return the time, within 13 %; zero if there is none
     */
    public Duration percentile(double share) {
        long rank = (long) Math.ceil(count * share);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return Duration.ofNanos(middleNanos(i));
            }
        }
        return Duration.ZERO;
    }

    private static int bucket(long nanos) {
        long units = Math.max(0, nanos) >> 10;
        if (units < PER_POWER) {
            return (int) units;
        }
        int power = 63 - Long.numberOfLeadingZeros(units);
        int within = (int) (units >> (power - PER_POWER_BITS)) & (PER_POWER - 1);
        return Math.min(BUCKETS - 1, (power - PER_POWER_BITS + 1) * PER_POWER + within);
    }

    private static long middleNanos(int bucket) {
        if (bucket < PER_POWER) {
            return (bucket << 10) + 512L;
        }
        int power = bucket / PER_POWER + PER_POWER_BITS - 1;
        long width = 1L << (power - PER_POWER_BITS);
        long start = (PER_POWER + bucket % PER_POWER) * width;
        return (start << 10) + (width << 9);
    }

    /** Records times. Thread-safe. */
    static final class Recorder {

        private final LongAdder sumNanos = new LongAdder();
        // Made at the first time, because each route has some of these.
        private final AtomicReference<@Nullable AtomicIntegerArray> buckets = new AtomicReference<>();

        void record(long nanos) {
            AtomicIntegerArray present = buckets.get();
            (present == null ? first() : present).getAndIncrement(bucket(nanos));
            sumNanos.add(Math.max(0, nanos));
        }

        private AtomicIntegerArray first() {
            buckets.compareAndSet(null, new AtomicIntegerArray(BUCKETS));
            return Objects.requireNonNull(buckets.get());
        }

        Times times() {
            AtomicIntegerArray present = buckets.get();
            return present == null
                    ? NONE
                    : new Times(IntStream.range(0, BUCKETS).map(present::get).toArray(), sumNanos.sum());
        }
    }
}
