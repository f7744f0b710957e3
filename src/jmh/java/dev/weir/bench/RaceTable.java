package dev.weir.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** What {@link ClosureRaceBenchmark} found. */
final class RaceTable {

    private static final String HEAD = """
            ## Closure race: a server that closes idle connections at 300 ms ± 20

            | closes by | says | client | requests | on reused connections | failed GETs per million | failed POSTs per million | POSTs executed twice |
            |---|---|---|---:|---:|---:|---:|---:|
            """;

    private final Collection<RunResult> runs;

    RaceTable(Collection<RunResult> runs) {
        this.runs = runs;
    }

    static boolean isIn(RunResult run) {
        return run.getSecondaryResults().containsKey("weirTwice");
    }

    String toMarkdown() {
        return runs.isEmpty()
                ? ""
                : HEAD
                        + runs.stream()
                                .map(run -> row(run, "plain") + row(run, "weir"))
                                .collect(Collectors.joining())
                        + "\n";
    }

    private static String row(RunResult run, String client) {
        BenchmarkParams params = run.getParams();
        double requests = count(run, client + "Requests");
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %,.0f | %.1f %% | %,.0f | %,.0f | %.0f |%n",
                params.getParam("closes").toUpperCase(Locale.ROOT),
                params.getParam("says"),
                client.equals("weir") ? "Weir" : client,
                requests,
                100 * (1 - count(run, client + "Connections") / requests),
                perMillion(count(run, client + "GetErrors"), requests),
                perMillion(count(run, client + "PostErrors"), requests),
                count(run, client + "Twice"));
    }

    // Every other request is of one kind.
    private static double perMillion(double errors, double requests) {
        return errors * 2e6 / requests;
    }

    private static double count(RunResult run, String figure) {
        return Objects.requireNonNull(run.getSecondaryResults().get(figure), figure)
                .getScore();
    }
}
