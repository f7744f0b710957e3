package dev.weir.bench.report;

import java.util.Locale;

/**
 * One place of a table: what is read there, and what is drawn.
 *
 * @param text what is read
 * @param value what is drawn; not a number for nothing
 * @param low lower end of the value's error; not a number if it is not known
 * @param high upper end, likewise
 */
public record Cell(String text, double value, double low, double high) {

    private static final String UNKNOWN = "–";

    /**
     * Creates a place for words.
     *
     * @param text the words
     * @return the place
     */
    public static Cell text(String text) {
        return new Cell(text, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Creates a place for a number without an error. What is not a number is a dash.
     *
     * @param format how it is written
     * @param value the number
     * @return the place
     */
    public static Cell number(String format, double value) {
        return between(format, value, Double.NaN, Double.NaN);
    }

    /**
     * Creates a place for a number that shows its error only where it is drawn.
     *
     * @param format how it is written
     * @param value the number
     * @param low lower end of its error
     * @param high upper end
     * @return the place
     */
    public static Cell between(String format, double value, double low, double high) {
        return new Cell(Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, format, value), value, low, high);
    }

    boolean isDrawn() {
        return Double.isFinite(value);
    }

    boolean hasError() {
        return Double.isFinite(low) && Double.isFinite(high);
    }

    /** The end of all that is drawn of it. */
    double end() {
        return hasError() ? Math.max(value, high) : value;
    }
}
