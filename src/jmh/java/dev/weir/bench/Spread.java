package dev.weir.bench;

import dev.weir.bench.report.Cell;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The median of measurements that are independent of each other, and an interval that holds the true one with at least
 * 95 % confidence, whatever their distribution: two of the sorted measurements, by the binomial distribution.
 *
 * @param median the median
 * @param low lower end; not a number with fewer than six measurements, which allow no such interval
 * @param high upper end, likewise
 */
record Spread(double median, double low, double high) {

    private static final double TAIL = 0.025;

    static Spread of(DoubleStream measurements) {
        double[] sorted = measurements.sorted().toArray();
        int count = sorted.length;
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        int outside = outside(count);
        return outside == 0
                ? new Spread(median, Double.NaN, Double.NaN)
                : new Spread(median, sorted[outside - 1], sorted[count - outside]);
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

    /** Returns the median and, if there is one, the interval. */
    String text(String format) {
        String text = String.format(Locale.ROOT, format, median);
        return Double.isNaN(low)
                ? text
                : text + String.format(Locale.ROOT, " (" + format + " to " + format + ")", low, high);
    }

    /** Returns the median with its interval as a place of a table. */
    Cell cell(String format) {
        return new Cell(text(format), median, low, high);
    }

    /** Returns the median alone as a place of a table, in a unit of so many of the measured ones. */
    Cell cell(String format, double unit) {
        return Cell.between(format, median / unit, low / unit, high / unit);
    }
}
