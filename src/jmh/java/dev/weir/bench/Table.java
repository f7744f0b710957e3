package dev.weir.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A table of one benchmark: a row for each of its results, and a chart of one of its columns.
 *
 * @param title its heading
 * @param text what is measured
 * @param drawn the column that the chart shows
 */
record Table(String title, String text, List<Results.Result> rows, List<Column> columns, int drawn) {

    private static final int BAR_WIDTH = 480;

    /** A column of numbers. */
    record Column(String name, int decimals, ToDoubleFunction<Results.Result> value) {

        static Column of(String name, String figure) {
            return new Column(name, 0, result -> result.median(figure));
        }

        static Column micros(String name, String figure) {
            return new Column(name, 1, result -> result.median(figure) / 1e3);
        }

        static Column millis(String name, String figure) {
            return new Column(name, 1, result -> result.median(figure) / 1e6);
        }

        static Column ratio(String figure) {
            return new Column("ratio", 2, result -> result.ratio(figure, figure + "OfPlain"));
        }

        static Column perSecond(String name) {
            return new Column(name, 0, result -> result.median("answered") / result.median("wall") * 1e9);
        }

        String text(Results.Result row) {
            double number = value.applyAsDouble(row);
            return Double.isNaN(number) ? "–" : String.format(Locale.ROOT, "%,." + decimals + "f", number);
        }
    }

    String markdown() {
        StringBuilder page = new StringBuilder("\n## " + title + "\n\n" + text + "\n\n| |");
        columns.forEach(column -> page.append(' ').append(column.name).append(" |"));
        page.append("\n|---|").append("---:|".repeat(columns.size())).append('\n');
        for (Results.Result row : rows) {
            page.append("| ").append(row.label()).append(" |");
            columns.forEach(column -> page.append(' ').append(column.text(row)).append(" |"));
            page.append('\n');
        }
        return page.toString();
    }

    String html() {
        String heads = columns.stream()
                .map(column -> "<th scope=\"col\">" + escaped(column.name) + "</th>")
                .collect(Collectors.joining());
        String body = rows.stream()
                .map(row -> "<tr><th scope=\"row\">" + escaped(row.label()) + "</th>"
                        + columns.stream()
                                .map(column -> "<td>" + column.text(row) + "</td>")
                                .collect(Collectors.joining())
                        + "</tr>\n")
                .collect(Collectors.joining());
        return "<h2>%s</h2>\n<p>%s</p>\n%s<table>\n<thead><tr><td></td>%s</tr></thead>\n<tbody>\n%s</tbody>\n</table>\n"
                .formatted(escaped(title), escaped(text), chart(), heads, body);
    }

    /** Bars from zero; the same figures stand in the table. */
    private String chart() {
        Column column = columns.get(drawn);
        double most = rows.stream()
                .mapToDouble(column.value)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        StringBuilder bars = new StringBuilder();
        int top = 24;
        for (Results.Result row : rows) {
            double value = column.value.applyAsDouble(row);
            double width = Double.isFinite(value) && most > 0 ? Math.max(0, value) / most * BAR_WIDTH : 0;
            bars.append(String.format(
                    Locale.ROOT,
                    "<text x=\"310\" y=\"%d\" class=\"name\">%s</text><rect x=\"320\" y=\"%d\" width=\"%.1f\""
                            + " height=\"14\"/><text x=\"%.1f\" y=\"%d\">%s</text>%n",
                    top + 11,
                    escaped(row.label()),
                    top,
                    width,
                    326 + width,
                    top + 11,
                    column.text(row)));
            top += 22;
        }
        return "<svg role=\"img\" viewBox=\"0 0 900 %d\" aria-label=\"%s\">\n<text x=\"320\" y=\"14\">%s</text>\n%s</svg>\n"
                .formatted(top + 4, escaped(title + ": " + column.name), escaped(column.name), bars);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
