package dev.weir.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** What {@link OverheadBenchmark} found. */
final class OverheadTable {

    private static final String COST = """
            ## Overhead: Weir's client beside plain HttpClient 5 tuned by hand

            Medians of the pairs; in parentheses the interval that holds the true median with 95 % confidence. CPU of the
            client's JVM alone, bytes allocated by the callers.

            | scheme | callers | pairs | CPU per request, plain µs | Weir µs | **Weir ÷ plain** | bytes per request, plain | Weir | **Weir − plain** |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private static final String TIME = """

            | scheme | callers | p50, plain µs | Weir µs | Weir ÷ plain | p99, plain µs | Weir µs | Weir ÷ plain | requests per s, plain | Weir |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    OverheadTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    String toMarkdown() {
        return runs.isEmpty() ? "" : COST + rows(OverheadTable::cost) + TIME + rows(OverheadTable::time) + "\n";
    }

    private String rows(Function<Pairs, String> cells) {
        return runs.stream()
                .map(run -> "| " + name(run.getParams()) + cells.apply(new Pairs(run)) + " |\n")
                .collect(Collectors.joining());
    }

    private static String name(BenchmarkParams params) {
        return params.getParam("scheme") + " | " + params.getParam("callers") + " | ";
    }

    private static String cost(Pairs pairs) {
        return String.join(
                " | ",
                Integer.toString(pairs.count()),
                micros(pairs.plain("Cpu")),
                micros(pairs.weir("Cpu")),
                pairs.ratio("Cpu").text("%.3f"),
                whole(pairs.plain("Allocated").median()),
                whole(pairs.weir("Allocated").median()),
                pairs.difference("Allocated").text("%.0f"));
    }

    private static String time(Pairs pairs) {
        return String.join(
                " | ",
                micros(pairs.plain("Median")),
                micros(pairs.weir("Median")),
                pairs.ratio("Median").text("%.2f"),
                micros(pairs.plain("P99")),
                micros(pairs.weir("P99")),
                pairs.ratio("P99").text("%.2f"),
                whole(1e9 / pairs.plain("Wall").median()),
                whole(1e9 / pairs.weir("Wall").median()));
    }

    private static String micros(Spread nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos.median() / 1_000);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
