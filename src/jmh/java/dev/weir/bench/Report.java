package dev.weir.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The results as Markdown: a table for each kind of benchmark, in the order in which they were measured. */
final class Report {

    private static final String OTHERS = """
            ## Others

            | benchmark | score | ± (99.9 %) | unit |
            |---|---:|---:|---|
            """;

    private final Collection<RunResult> results;

    Report(Collection<RunResult> results) {
        this.results = results;
    }

    String toMarkdown() {
        Predicate<RunResult> known = Pairs::areIn;
        known = known.or(ReuseTable::countsConnections)
                .or(SpikeTable::isIn)
                .or(RaceTable::isIn)
                .or(DeadlineTable::isIn)
                .or(ContestTable::isIn);
        return "# Benchmarks\n\n"
                + machine() + "\n\n"
                + new ReuseTable(those(ReuseTable::countsConnections)).toMarkdown()
                + new OverheadTable(those(Pairs::areIn)).toMarkdown()
                + new ContestTable(those(ContestTable::isIn)).toMarkdown()
                + new SpikeTable(those(SpikeTable::isIn)).toMarkdown()
                + new DeadlineTable(those(DeadlineTable::isIn)).toMarkdown()
                + new RaceTable(those(RaceTable::isIn)).toMarkdown()
                + others(those(known.negate()));
    }

    static String className(BenchmarkParams params) {
        return params.getBenchmark().replaceFirst("^.*\\.([^.]+)\\.[^.]+$", "$1");
    }

    /** The method and its settings. */
    static String variant(BenchmarkParams params) {
        String method = params.getBenchmark().replaceFirst("^.*\\.", "");
        String settings = params.getParamsKeys().stream()
                .map(key -> key + "=" + params.getParam(key))
                .collect(Collectors.joining(", "));
        return settings.isEmpty() ? method : method + " (" + settings + ")";
    }

    private List<RunResult> those(Predicate<RunResult> wanted) {
        return results.stream().filter(wanted).toList();
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

    private static String others(List<RunResult> runs) {
        return runs.isEmpty() ? "" : OTHERS + runs.stream().map(Report::row).collect(Collectors.joining()) + "\n";
    }

    private static String row(RunResult run) {
        Result<?> primary = run.getPrimaryResult();
        return "| %s.%s | %s | %s | %s |\n"
                .formatted(
                        className(run.getParams()),
                        variant(run.getParams()),
                        number(primary.getScore()),
                        number(primary.getScoreError()),
                        primary.getScoreUnit());
    }

    /** Too few iterations have no error; that is a dash, not a number. */
    private static String number(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value);
    }
}
