package dev.weir.bench.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes a report as Markdown. */
final class MarkdownWriter {

    private final Report report;

    MarkdownWriter(Report report) {
        this.report = report;
    }

    String text() {
        return "# Benchmarks\n\n"
                + report.machine()
                + "\n"
                + report.tables().stream().map(MarkdownWriter::table).collect(Collectors.joining());
    }

    private static String table(Table table) {
        String text = table.text().isEmpty() ? "" : table.text() + "\n\n";
        return "\n## " + table.title() + "\n\n" + text + head(table.columns())
                + table.rows().stream().map(row -> line(row, Cell::text)).collect(Collectors.joining());
    }

    private static String head(List<Column> columns) {
        String rule = columns.stream()
                .map(column -> column.isNumber() ? "---:" : "---")
                .collect(Collectors.joining("|", "|", "|\n"));
        return line(columns, column -> column.isStrong() ? "**" + column.name() + "**" : column.name()) + rule;
    }

    private static <T> String line(List<T> places, Function<T, String> text) {
        return places.stream()
                .map(place -> text.apply(place).replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
