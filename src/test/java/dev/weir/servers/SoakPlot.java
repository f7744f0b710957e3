package dev.weir.servers;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws the samples of a soak, one panel for each figure, from 0 up. */
final class SoakPlot {

    private static final int WIDTH = 860;
    private static final int LEFT = 150;
    private static final int RIGHT = 70;
    private static final int PANEL = 90;
    private static final int TOP = 20;
    private static final int GAP = 28;

    private final List<SoakSample> samples;
    private final StringBuilder svg = new StringBuilder();
    private int panels;

    private SoakPlot(List<SoakSample> samples) {
        this.samples = samples;
    }

    static String of(List<SoakSample> samples) {
        SoakPlot plot = new SoakPlot(samples);
        plot.panel("heap, MB", SoakSample::heapMegabytes);
        plot.panel("sockets", SoakSample::sockets);
        plot.panel("threads of Weir", SoakSample::threads);
        plot.panel("deadlines set", SoakSample::alarms);
        plot.panel("requests", sample -> sample.answered() + sample.failed());
        plot.panel("faults", SoakSample::faults);
        return plot.whole();
    }

    private void panel(String title, ToDoubleFunction<SoakSample> figure) {
        double most = samples.stream().mapToDouble(figure).max().orElse(0);
        int bottom = TOP + panels++ * (PANEL + GAP) + PANEL;
        String points = samples.stream()
                .map(sample ->
                        x(sample) + "," + number(bottom - PANEL * figure.applyAsDouble(sample) / Math.max(1, most)))
                .collect(Collectors.joining(" "));
        text(LEFT - 12, bottom - PANEL / 2 + 4, "end", title);
        text(WIDTH - RIGHT + 8, bottom - PANEL + 8, "start", number(most));
        text(WIDTH - RIGHT + 8, bottom + 4, "start", "0");
        svg.append("<path d=\"M%d %dH%d\" stroke=\"#888\"/>%n".formatted(LEFT, bottom, WIDTH - RIGHT));
        svg.append(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"#2f6fb5\" stroke-width=\"1.5\"/>%n".formatted(points));
    }

    private String x(SoakSample sample) {
        double last = Math.max(1, samples.get(samples.size() - 1).seconds());
        return number(LEFT + (WIDTH - LEFT - RIGHT) * sample.seconds() / last);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }

    private void text(int x, int y, String anchor, String text) {
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n".formatted(x, y, anchor, text));
    }

    private String whole() {
        int height = TOP + panels * (PANEL + GAP) + GAP;
        text(LEFT, height - GAP, "start", "0 min");
        text(
                WIDTH - RIGHT,
                height - GAP,
                "end",
                number(Math.rint(samples.get(samples.size() - 1).seconds() / 60.0)) + " min");
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#666">
                <rect width="100%%" height="100%%" fill="#fff"/>
                %s</svg>
                """.formatted(WIDTH, height, svg);
    }
}
