package dev.weir.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;

/** What {@link SpikeBenchmark} found. */
final class SpikeTable {

    private static final String HEAD = """
            ## Spike: from 2 to 200 callers, 30 ms per TLS handshake, 8 at a time, %s ms per answer

            Medians of %d pairs; in parentheses the interval that holds the true median with 95 %% confidence.

            | | plain | Weir | **Weir ÷ plain** |
            |---|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    SpikeTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    static boolean isIn(RunResult run) {
        return run.getSecondaryResults().containsKey("weirDials");
    }

    String toMarkdown() {
        return runs.stream().map(SpikeTable::table).collect(Collectors.joining());
    }

    private static String table(RunResult run) {
        Pairs pairs = new Pairs(run);
        return HEAD.formatted(run.getParams().getParam("think"), pairs.count())
                + row(pairs, "dials in the first second", "Dials", 1)
                + row(pairs, "requests answered in the first second", "Answers", 1)
                + row(pairs, "p50 of requests sent in the first second, ms", "Median", 1e6)
                + row(pairs, "p99 of these, ms", "P99", 1e6)
                + row(pairs, "requests answered in the fourth second", "Later", 1)
                + "\n";
    }

    private static String row(Pairs pairs, String what, String figure, double unit) {
        return "| %s | %s | %s | %s |\n"
                .formatted(
                        what,
                        number(pairs.plain(figure).median() / unit),
                        number(pairs.weir(figure).median() / unit),
                        pairs.ratio(figure).text("%.2f"));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 1_000 ? "%.1f" : "%,.0f", value);
    }
}
