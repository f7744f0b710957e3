package dev.weir.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The results as one Markdown table, in the order in which they were measured. */
final class Report {
    private static final String HEAD = """
            | benchmark | score | ± 99.9 % | unit | also (connections: per request) |
            |---|---:|---:|---|---|
            """;

    private final Collection<RunResult> results;

    Report(Collection<RunResult> results) {
        this.results = results;
    }

    String toMarkdown() {
        return "# Benchmarks\n\n" + machine() + "\n\n" + HEAD
                + results.stream().map(Report::row).collect(Collectors.joining());
    }

    private static String machine() {
        return "Java %s (%s), %s %s, %d processors."
                .formatted(
                        System.getProperty("java.version"),
                        System.getProperty("java.vendor"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors());
    }

    private static String row(RunResult run) {
        Result<?> primary = run.getPrimaryResult();
        return "| %s | %s | %s | %s | %s |%n"
                .formatted(
                        name(run.getParams()),
                        number(primary.getScore()),
                        number(primary.getScoreError()),
                        primary.getScoreUnit(),
                        secondary(run.getSecondaryResults()));
    }

    private static String name(BenchmarkParams params) {
        String method = params.getBenchmark().replaceFirst("^.*\\.(?=[^.]+\\.[^.]+$)", "");
        String settings = params.getParamsKeys().stream()
                .map(key -> key + "=" + params.getParam(key))
                .collect(Collectors.joining(", "));
        return settings.isEmpty() ? method : method + " (" + settings + ")";
    }

    /** The counters of {@link ClientReuseBenchmark.Seen} as a ratio, others (a profiler's, say) as they are. */
    @SuppressWarnings("rawtypes") // as JMH declares it
    private static String secondary(Map<String, Result> results) {
        var scores = new TreeMap<String, Double>();
        results.forEach((name, result) -> scores.put(name, result.getScore()));
        Double requests = scores.remove("requests");
        if (requests != null) {
            scores.computeIfPresent("connections", (name, connections) -> connections / requests);
        }
        return scores.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + number(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Too few iterations have no error; that is a dash, not a number. */
    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value);
    }
}
