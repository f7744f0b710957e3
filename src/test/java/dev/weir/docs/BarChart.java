package dev.weir.docs;

import java.util.List;
import java.util.Locale;

/** Horizontal bars as SVG, readable on light and dark pages. */
final class BarChart {
    private static final int WIDTH = 800;
    private static final int LABELS = 250;
    private static final int BARS = 450;
    private static final int ROW = 26;
    private static final int TITLE = 44;
    private static final String STYLE = """
            <style>
              text { font: 14px system-ui, sans-serif; fill: #1f2933 }
              .title { font-weight: 600 }
              .note { fill: #52606d }
              .weir { fill: #0f6c7a }
              .other { fill: #9aa5b1 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e4e7eb }
                .note { fill: #9aa5b1 }
                .weir { fill: #4fb3bf }
                .other { fill: #616e7c }
              }
            </style>
            """;

    private final StringBuilder marks = new StringBuilder();
    private int y = 8;

    /** A line of the chart; the project's own are drawn in color. */
    record Bar(String label, double value, boolean isOurs) {}

    /** Adds bars with their own scale below the others. */
    BarChart add(String title, String unit, List<Bar> bars) {
        text("title", 0, y + 18, title);
        text("note", LABELS, y + 18, unit);
        y += TITLE - 8;
        double most = bars.stream().mapToDouble(Bar::value).max().orElseThrow();
        bars.forEach(bar -> draw(bar, most));
        y += 14;
        return this;
    }

    private void draw(Bar bar, double most) {
        long width = Math.max(2, Math.round(bar.value() / most * BARS));
        text("label", 0, y + 16, bar.label());
        marks.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"18\" rx=\"2\"/>%n"
                .formatted(bar.isOurs() ? "weir" : "other", LABELS, y + 2, width)
                .replace("\r", ""));
        text("value", LABELS + width + 8, y + 16, String.format(Locale.ROOT, "%.1f", bar.value()));
        y += ROW;
    }

    private void text(String type, long x, int baseline, String text) {
        marks.append("<text class=\"" + type + "\" x=\"" + x + "\" y=\"" + baseline + "\">" + text + "</text>\n");
    }

    String svg(String title) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + WIDTH + " " + y
                + "\" role=\"img\">\n<title>" + title + "</title>\n" + STYLE + marks + "</svg>\n";
    }
}
