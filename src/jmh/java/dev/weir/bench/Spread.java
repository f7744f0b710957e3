package dev.weir.bench;

import dev.weir.bench.report.Cell;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * A {@link MedianInterval} as tables show it.
 *
 * @param median the median
 * @param low lower end of the interval; not a number with fewer than six measurements, which allow none
 * @param high upper end, likewise
 */
record Spread(double median, double low, double high) {

    static Spread of(DoubleStream measurements) {
        MedianInterval interval = MedianInterval.of(measurements.toArray());
        return new Spread(interval.median(), interval.low(), interval.high());
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
