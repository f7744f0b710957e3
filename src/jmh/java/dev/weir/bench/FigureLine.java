package dev.weir.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures as lines of text, by which one JVM tells another what it has measured. Other lines may stand between them. */
final class FigureLine {

    private static final String MARK = "figure ";

    private FigureLine() {}

    static String of(String name, double value) {
        return MARK + name + "=" + value;
    }

    /**
     * Reads the figures among lines.
     *
     * @param lines what a JVM has printed
     * @return the figures by their names, in their order
     */
    static Map<String, Double> read(List<String> lines) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String line : lines) {
            int end = line.lastIndexOf('=');
            if (line.startsWith(MARK) && end > 0) {
                figures.put(line.substring(MARK.length(), end), Double.valueOf(line.substring(end + 1)));
            }
        }
        return figures;
    }
}
