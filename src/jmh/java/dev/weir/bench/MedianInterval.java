package dev.weir.bench;

import java.util.Arrays;

/**
 * The median of measurements that are independent of each other, and an interval that holds the true one with at least
 * 95 % confidence, whatever their distribution: two of the sorted measurements, by the binomial distribution.
 *
 * @param median the median; not a number of no measurements
 * @param low lower end; not a number with fewer than six measurements, which allow no such interval
 * @param high upper end, likewise
 */
record MedianInterval(double median, double low, double high) {

    private static final double TAIL = 0.025;

    static MedianInterval of(double... measurements) {
        if (measurements.length == 0) {
            return new MedianInterval(Double.NaN, Double.NaN, Double.NaN);
        }
        double[] sorted = measurements.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        int outside = outside(count);
        return outside == 0
                ? new MedianInterval(median, Double.NaN, Double.NaN)
                : new MedianInterval(median, sorted[outside - 1], sorted[count - outside]);
    }

    /** Returns how many measurements may lie at or beyond each end of the interval. */
    private static int outside(int count) {
        double probability = Math.pow(0.5, count);
        double below = 0;
        int outside = 0;
        while (below + probability <= TAIL) {
            below += probability;
            probability *= (double) (count - outside) / (outside + 1);
            outside++;
        }
        return outside;
    }
}
