package dev.weir.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The drawn columns of a table as bars from zero, side by side, with a whisker where an error is known. */
final class BarChart {

    private static final int WIDTH = 1_000;
    private static final int TOP = 30;
    private static final int ROW = 24;
    private static final int BAR = 14;
    // Wider than a character is on the average, because nothing tells here how wide a text will be.
    private static final int CHARACTER = 8;
    private static final int GAP = 24;

    private static final String FIGURE = """
            <figure>
            <div class="scroll" role="region" aria-label="%5$s: chart" tabindex="0">
            <svg role="img" aria-labelledby="%1$s-title %1$s-text" viewBox="0 0 %2$d %3$d" width="%2$d" height="%3$d">
            <title id="%1$s-title">%4$s</title>
            <desc id="%1$s-text">%6$s</desc>
            %7$s</svg>
            </div>
            </figure>
            """;

    private final Table table;
    private final List<Integer> drawn;
    private final int nameWidth;
    private final int panelWidth;

    BarChart(Table table) {
        this.table = table;
        this.drawn = table.drawn();
        int longest = table.names().stream().mapToInt(String::length).max().orElse(0);
        this.nameWidth = Math.min(WIDTH / 2, longest * CHARACTER + 12);
        this.panelWidth = (WIDTH - nameWidth) / drawn.size();
    }

    String svg(String id) {
        String bars =
                drawn.stream().map(column -> table.columns().get(column).name()).collect(Collectors.joining("; "));
        return FIGURE.formatted(
                id,
                WIDTH,
                TOP + ROW * table.rows().size() + 8,
                Html.escaped(bars),
                Html.escaped(table.title()),
                Html.escaped("Bars of " + bars + ". The same figures stand in the table below."),
                names() + panels());
    }

    private String names() {
        StringBuilder svg = new StringBuilder();
        int row = 0;
        for (String name : table.names()) {
            svg.append(text("name", nameWidth - 8, TOP + row++ * ROW + ROW / 2, name));
        }
        return svg.toString();
    }

    private String panels() {
        StringBuilder svg = new StringBuilder();
        for (int i = 0; i < drawn.size(); i++) {
            svg.append(panel(i, table.columns().get(drawn.get(i)), table.column(drawn.get(i))));
        }
        return svg.toString();
    }

    private String panel(int index, Column column, List<Cell> cells) {
        int left = nameWidth + index * panelWidth;
        int values = cells.stream().mapToInt(cell -> cell.text().length()).max().orElse(0) * CHARACTER + 10;
        double end = cells.stream()
                .filter(Cell::isDrawn)
                .mapToDouble(Cell::end)
                .reduce(Double.isNaN(column.reference()) ? 0 : column.reference(), Math::max);
        double scale = end > 0 ? Math.max(20, panelWidth - GAP - values) / end : 0;
        StringBuilder svg = new StringBuilder("<g class=\"panel-%d\">%n".formatted(index % 4))
                .append(text("head", left, TOP / 2, column.name()))
                .append(line("axis", left, TOP - 4, left, bottom()));
        if (!Double.isNaN(column.reference())) {
            double at = left + column.reference() * scale;
            svg.append(line("reference", at, TOP - 4, at, bottom()));
        }
        for (int row = 0; row < cells.size(); row++) {
            svg.append(bar(cells.get(row), left, TOP + row * ROW + ROW / 2, scale));
        }
        return svg.append("</g>\n").toString();
    }

    private int bottom() {
        return TOP + ROW * table.rows().size();
    }

    private static String bar(Cell cell, double left, double middle, double scale) {
        if (!cell.isDrawn()) {
            return text("value", left + 6, middle, cell.text());
        }
        String bar = String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>%n",
                left,
                middle - BAR / 2.0,
                Math.max(0, cell.value()) * scale,
                BAR);
        return bar
                + whisker(cell, left, middle, scale)
                + text("value", left + cell.end() * scale + 6, middle, cell.text());
    }

    private static String whisker(Cell cell, double left, double middle, double scale) {
        if (!cell.hasError()) {
            return "";
        }
        double from = left + Math.max(0, cell.low()) * scale;
        double to = left + Math.max(0, cell.high()) * scale;
        return line("whisker", from, middle, to, middle)
                + line("whisker", from, middle - 4, from, middle + 4)
                + line("whisker", to, middle - 4, to, middle + 4);
    }

    private static String line(String kind, double x1, double y1, double x2, double y2) {
        return String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                kind,
                x1,
                y1,
                x2,
                y2);
    }

    private static String text(String kind, double x, double y, String text) {
        return String.format(
                Locale.ROOT, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", kind, x, y, Html.escaped(text));
    }
}
