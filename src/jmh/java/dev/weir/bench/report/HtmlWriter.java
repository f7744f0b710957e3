package dev.weir.bench.report;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes a report as one page: nothing is loaded, nothing runs. Each chart is followed by the table that it draws. */
final class HtmlWriter {

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>Benchmarks</title>
            <style>
            %s</style>
            </head>
            <body>
            <header>
            <h1>Benchmarks</h1>
            <p>%s</p>
            </header>
            <nav aria-label="Tables">
            <ol>
            %s</ol>
            </nav>
            <main>
            %s</main>
            </body>
            </html>
            """;

    private static final String SECTION = """
            <section aria-labelledby="table-%1$d">
            <h2 id="table-%1$d">%2$s</h2>
            %3$s%4$s<div class="scroll" role="region" aria-label="%2$s: table" tabindex="0">
            <table>
            <thead><tr>%5$s</tr></thead>
            <tbody>
            %6$s</tbody>
            </table>
            </div>
            </section>
            """;

    private final Report report;

    HtmlWriter(Report report) {
        this.report = report;
    }

    String text() {
        List<Table> tables = report.tables();
        return PAGE.formatted(
                Style.SHEET,
                Html.escaped(report.machine()),
                each(
                        tables,
                        i -> "<li><a href=\"#table-%d\">%s</a></li>%n"
                                .formatted(i, Html.escaped(tables.get(i).title()))),
                each(tables, i -> section(i, tables.get(i))));
    }

    private static String each(List<Table> tables, IntFunction<String> text) {
        return IntStream.range(0, tables.size()).mapToObj(text).collect(Collectors.joining());
    }

    private static String section(int index, Table table) {
        String text = table.text().isEmpty() ? "" : "<p>" + Html.escaped(table.text()) + "</p>\n";
        return SECTION.formatted(
                index,
                Html.escaped(table.title()),
                text,
                table.drawn().isEmpty() ? "" : new BarChart(table).svg("chart-" + index),
                table.columns().stream().map(HtmlWriter::head).collect(Collectors.joining()),
                table.rows().stream().map(row -> row(table, row)).collect(Collectors.joining()));
    }

    private static String head(Column column) {
        String kind = (column.isNumber() ? "number" : "") + (column.isStrong() ? " strong" : "");
        return "<th scope=\"col\" class=\"%s\">%s</th>".formatted(kind.strip(), Html.escaped(column.name()));
    }

    private static String row(Table table, List<Cell> row) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> place(table.columns().get(i), row.get(i), i == 0))
                .collect(Collectors.joining("", "<tr>", "</tr>\n"));
    }

    private static String place(Column column, Cell cell, boolean isFirst) {
        String text = Html.escaped(cell.text());
        if (isFirst) {
            return "<th scope=\"row\">" + text + "</th>";
        }
        return column.isNumber() ? "<td class=\"number\">" + text + "</td>" : "<td>" + text + "</td>";
    }
}
