package dev.weir.bench;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What {@link PeersBenchmark} found: a table for each variant, the best client first. */
@SuppressWarnings("rawtypes") // as JMH declares them
final class ContestTable {

    /** Marks the client that the others are compared with. */
    static final String FIRST = "=";

    static final String CPU = ": cpu";
    static final String BYTES = ": bytes";
    static final String WALL = ": wall";
    static final String MEDIAN = ": p50";
    static final String P99 = ": p99";
    static final String CONNECTIONS = ": connections";

    private static final String HEAD = """
            Medians of %d rounds in which the clients took turns; in parentheses the interval that holds the true median with 95 %%
            confidence. All ratios are to the first line, within a round. CPU and bytes are those of the client's JVM, all its threads.

            | client | **requests per CPU second, ratio** | CPU per request, µs | bytes per request | ratio | p50 µs | p99 µs | ratio | requests per s | connections opened |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    ContestTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    static boolean isIn(RunResult run) {
        return run.getSecondaryResults().keySet().stream().anyMatch(name -> name.startsWith(FIRST));
    }

    String toMarkdown() {
        return runs.stream().map(ContestTable::table).collect(Collectors.joining());
    }

    private static String table(RunResult run) {
        Turns turns = new Turns(run);
        return "## " + Report.className(run.getParams()) + ": " + Report.variant(run.getParams()) + "\n\n"
                + HEAD.formatted(turns.iterations().size())
                + turns.clients().stream().map(turns::row).collect(Collectors.joining())
                + "\n";
    }

    /** The iterations of a run. */
    private record Turns(List<Map<String, Result>> iterations) {

        Turns(RunResult run) {
            this(run.getBenchmarkResults().stream()
                    .flatMap(fork -> fork.getIterationResults().stream())
                    .map(IterationResult::getSecondaryResults)
                    .toList());
        }

        /** The first one, then the others from the best to the worst. */
        List<String> clients() {
            Comparator<String> order = Comparator.comparing((String name) -> !name.startsWith(FIRST))
                    .thenComparing(name -> -saved(name).median());
            return iterations.get(0).keySet().stream()
                    .filter(name -> name.endsWith(CPU))
                    .map(name -> name.substring(0, name.length() - CPU.length()))
                    .sorted(order)
                    .toList();
        }

        private String first() {
            return iterations.get(0).keySet().stream()
                    .filter(name -> name.startsWith(FIRST) && name.endsWith(CPU))
                    .map(name -> name.substring(0, name.length() - CPU.length()))
                    .findFirst()
                    .orElseThrow();
        }

        String row(String client) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %,.0f | %s | %.0f | %.0f | %s | %,.0f | %.0f |%n",
                    client.startsWith(FIRST) ? client.substring(FIRST.length()) : client,
                    saved(client).text("%.3f"),
                    median(client, CPU) / 1_000,
                    median(client, BYTES),
                    ratio(client, BYTES).text("%.2f"),
                    median(client, MEDIAN) / 1_000,
                    median(client, P99) / 1_000,
                    ratio(client, P99).text("%.2f"),
                    1e9 / median(client, WALL),
                    each(client, CONNECTIONS).max().orElse(Double.NaN));
        }

        private Spread saved(String client) {
            String first = first();
            return Spread.of(iterations.stream()
                    .mapToDouble(iteration -> score(iteration, first + CPU) / score(iteration, client + CPU)));
        }

        private Spread ratio(String client, String figure) {
            String first = first();
            return Spread.of(iterations.stream()
                    .mapToDouble(iteration -> score(iteration, client + figure) / score(iteration, first + figure)));
        }

        private double median(String client, String figure) {
            return Spread.of(each(client, figure)).median();
        }

        private DoubleStream each(String client, String figure) {
            return iterations.stream().mapToDouble(iteration -> score(iteration, client + figure));
        }

        private static double score(Map<String, Result> iteration, String figure) {
            return Objects.requireNonNull(iteration.get(figure), figure).getScore();
        }
    }
}
