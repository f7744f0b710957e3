package dev.weir.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;

/** What {@link DeadlineBenchmark} and {@link DeadlineCostBenchmark} found. */
final class DeadlineTable {

    private static final String LATENESS = """
            ## Deadlines that fire: how late calls of 100 ms end, 40 at once

            | the server | calls | p50 ms | p99 ms | p99.9 ms | latest ms |
            |---|---:|---:|---:|---:|---:|
            """;

    private static final String COST = """
            ## Deadlines that do not fire: a call with total beside one without

            Medians of the pairs; in parentheses the interval that holds the true median with 95 % confidence. CPU time of the
            caller.

            | the answer comes from | pairs | without, ns | with, ns | **with − without, ns** | without, bytes | with, bytes | **with − without, bytes** |
            |---|---:|---:|---:|---:|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    DeadlineTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    static boolean isIn(RunResult run) {
        return isLateness(run) || isCost(run);
    }

    private static boolean isLateness(RunResult run) {
        return run.getSecondaryResults().containsKey("lateP999");
    }

    private static boolean isCost(RunResult run) {
        return run.getSecondaryResults().containsKey("weirNanos");
    }

    String toMarkdown() {
        return table(
                        LATENESS,
                        DeadlineTable::lateness,
                        runs.stream().filter(DeadlineTable::isLateness).toList())
                + table(
                        COST,
                        DeadlineTable::cost,
                        runs.stream().filter(DeadlineTable::isCost).toList());
    }

    private static String table(String head, Function<RunResult, String> row, Collection<RunResult> those) {
        return those.isEmpty() ? "" : head + those.stream().map(row).collect(Collectors.joining()) + "\n";
    }

    private static String lateness(RunResult run) {
        return String.format(
                Locale.ROOT,
                "| %s | %,.0f | %.1f | %.1f | %.1f | %.1f |%n",
                run.getParams().getParam("server"),
                figure(run, "calls"),
                figure(run, "lateMedian") / 1e6,
                figure(run, "lateP99") / 1e6,
                figure(run, "lateP999") / 1e6,
                figure(run, "latest") / 1e6);
    }

    private static String cost(RunResult run) {
        Pairs pairs = new Pairs(run);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %,.0f | %,.0f | %s | %,.0f | %,.0f | %s |%n",
                run.getParams().getParam("answer"),
                pairs.count(),
                pairs.plain("Nanos").median(),
                pairs.weir("Nanos").median(),
                pairs.difference("Nanos").text("%.0f"),
                pairs.plain("Bytes").median(),
                pairs.weir("Bytes").median(),
                pairs.difference("Bytes").text("%.0f"));
    }

    private static double figure(RunResult run, String name) {
        return Objects.requireNonNull(run.getSecondaryResults().get(name), name).getScore();
    }
}
