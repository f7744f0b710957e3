package dev.weir.internal.hedge;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * Estimates a quantile of the latest response times of a route: 1,000 to 2,000 of them, in classes of an eighth of an
 * octave, so that the estimate is at most 13 % too high. Thread-safe; notes a time without a lock and without memory.
 */
public final class ResponseTimes {

    /** The estimate while too few times are known. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** How many times an estimate needs. */
    static final int FEWEST = 100;

    /** The number of times after which the older ones are forgotten. */
    static final int GENERATION = 1_000;

    private static final int RENEWED_AFTER = 20;

    // From 1 µs to 36 min; times beyond count as the nearest.
    private static final int LOWEST_BIT = 10;
    private static final int OCTAVES = 31;
    private static final int PARTS_BITS = 3;
    private static final int CLASSES = OCTAVES << PARTS_BITS;

    private static final class Counts {
        private final AtomicIntegerArray byClass = new AtomicIntegerArray(CLASSES);
        private final AtomicInteger all = new AtomicInteger();
    }

    private record Generations(Counts latest, @Nullable Counts before) {

        int all() {
            return latest.all.get() + (before == null ? 0 : before.all.get());
        }

        int in(int number) {
            return latest.byClass.get(number) + (before == null ? 0 : before.byClass.get(number));
        }
    }

    // Replaced by the thread that notes the last time of a generation, or one of the next.
    private volatile Generations generations = new Generations(new Counts(), null);
    // Written by any thread that notes a time; a slightly older one does no harm.
    private volatile long estimateNanos = UNKNOWN;

    /**
     * Notes how long a response took.
     *
     * @param nanos the time
     * @param quantile the quantile to estimate, above 0 and below 1
     */
    public void add(long nanos, double quantile) {
        Generations now = generations;
        now.latest.byClass.incrementAndGet(classOf(nanos));
        int number = now.latest.all.incrementAndGet();
        if (number % RENEWED_AFTER == 0) {
            estimateNanos = estimate(now, quantile);
            // Not only the thousandth: its thread may have had no memory for it.
            if (number >= GENERATION && generations.latest == now.latest) {
                generations = new Generations(new Counts(), now.latest);
            }
        }
    }

    /**
     * Returns the estimate.
     *
     * @return the time that this share of the responses does not exceed; {@link #UNKNOWN} while too few are known
     */
    public long estimateNanos() {
        return estimateNanos;
    }

    private static long estimate(Generations from, double quantile) {
        int all = from.all();
        if (all < FEWEST) {
            return UNKNOWN;
        }
        long wanted = (long) Math.ceil(quantile * all);
        long counted = 0;
        for (int number = 0; number < CLASSES; number++) {
            counted += from.in(number);
            if (counted >= wanted) {
                return upperNanos(number);
            }
        }
        return upperNanos(CLASSES - 1);
    }

    private static int classOf(long nanos) {
        long bounded = Math.max(nanos, 1L << LOWEST_BIT);
        int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(bounded);
        int part = (int) (bounded >>> (bit - PARTS_BITS)) & ((1 << PARTS_BITS) - 1);
        return Math.min(CLASSES - 1, ((bit - LOWEST_BIT) << PARTS_BITS) + part);
    }

    /** Returns the time below which all times of a class are. */
    private static long upperNanos(int number) {
        int bit = LOWEST_BIT + (number >>> PARTS_BITS);
        long parts = (1L << PARTS_BITS) + (number & ((1 << PARTS_BITS) - 1)) + 1;
        return parts << (bit - PARTS_BITS);
    }
}
