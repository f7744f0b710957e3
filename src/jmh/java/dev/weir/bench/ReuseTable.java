package dev.weir.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What a benchmark found that counts its connections: one line for each variant, whatever the modes it ran in. */
final class ReuseTable {

    private static final String HEAD = """
            | variant | µs per request | ± (99.9 %) | p50 µs | p99 µs | connections per request | bytes per request |
            |---|---:|---:|---:|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    ReuseTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    static boolean countsConnections(RunResult run) {
        return run.getSecondaryResults().containsKey("connections");
    }

    String toMarkdown() {
        return tables().entrySet().stream()
                .map(table -> "## " + table.getKey() + "\n\n" + HEAD + rows(table.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    private Map<String, List<RunResult>> tables() {
        return runs.stream()
                .collect(Collectors.groupingBy(
                        run -> Report.className(run.getParams()), LinkedHashMap::new, Collectors.toList()));
    }

    private static String rows(List<RunResult> runs) {
        return runs.stream()
                .collect(Collectors.groupingBy(
                        run -> Report.variant(run.getParams()), LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(variant -> "| " + variant.getKey() + " | " + row(variant.getValue()) + " |\n")
                .collect(Collectors.joining());
    }

    private static String row(List<RunResult> modes) {
        RunResult average = in(Mode.AverageTime, modes);
        Result<?> samples = in(Mode.SampleTime, modes).getPrimaryResult();
        return String.join(
                " | ",
                number("%.1f", average.getPrimaryResult().getScore()),
                number("%.1f", average.getPrimaryResult().getScoreError()),
                number("%.1f", samples.getStatistics().getPercentile(50)),
                number("%.1f", samples.getStatistics().getPercentile(99)),
                number("%.3f", secondary(average, "connections") / secondary(average, "requests")),
                number("%,.0f", secondary(average, "gc.alloc.rate.norm")));
    }

    /** The run in that mode, or any other if only some modes were asked for. */
    private static RunResult in(Mode mode, List<RunResult> modes) {
        return modes.stream()
                .filter(run -> run.getParams().getMode() == mode)
                .findFirst()
                .orElse(modes.get(0));
    }

    private static double secondary(RunResult run, String name) {
        Result<?> result = run.getSecondaryResults().get(name);
        return result == null ? Double.NaN : result.getScore();
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
    }
}
