package dev.weir.bench.report;

/**
 * One column of a table.
 *
 * @param name what stands above it
 * @param isNumber whether it holds numbers, which stand at the right
 * @param isStrong whether it is the column that answers the question
 * @param isDrawn whether it is drawn as bars
 * @param reference a value that the bars are to be compared with; not a number for none
 */
public record Column(String name, boolean isNumber, boolean isStrong, boolean isDrawn, double reference) {

    /**
     * Creates a column of words. The words at the start of a row name its bars.
     *
     * @param name what stands above it
     * @return the column
     */
    public static Column text(String name) {
        return new Column(name, false, false, false, Double.NaN);
    }

    /**
     * Creates a column of numbers.
     *
     * @param name what stands above it
     * @return the column
     */
    public static Column number(String name) {
        return new Column(name, true, false, false, Double.NaN);
    }

    /**
     * Returns the column as one that answers the question.
     *
     * @return the column
     */
    public Column strong() {
        return new Column(name, isNumber, true, isDrawn, reference);
    }

    /**
     * Returns the column as one that is also drawn.
     *
     * @return the column
     */
    public Column drawn() {
        return new Column(name, isNumber, isStrong, true, reference);
    }

    /**
     * Returns the column as one that is drawn beside a value to compare with.
     *
     * @param value the value
     * @return the column
     */
    public Column drawnBeside(double value) {
        return new Column(name, isNumber, isStrong, true, value);
    }
}
