package dev.weir.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of a report.
 *
 * @param title what it answers
 * @param text what one has to know to read it; may be empty
 * @param columns its columns
 * @param rows its rows, each with a place for each column
 */
public record Table(String title, String text, List<Column> columns, List<List<Cell>> rows) {

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if a row has more or fewer places than there are columns
     */
    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "'%s' has %d columns, but a row of %d: %s".formatted(title, columns.size(), row.size(), row));
            }
        }
    }

    /** The indices of the columns that are drawn. */
    List<Integer> drawn() {
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).isDrawn())
                .boxed()
                .toList();
    }

    List<Cell> column(int index) {
        return rows.stream().map(row -> row.get(index)).toList();
    }

    /** What the bars of a row are called: the words at its start. */
    List<String> names() {
        long words = columns.stream().takeWhile(column -> !column.isNumber()).count();
        return rows.stream()
                .map(row -> row.stream().limit(words).map(Cell::text).collect(Collectors.joining(", ")))
                .toList();
    }
}
