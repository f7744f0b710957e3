package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What clients cost beside the first one, plain HttpClient 5 unless told otherwise, by {@link ClientCostBenchmark}. */
final class CostAnswer {

    private CostAnswer() {}

    static Optional<String> of(List<Measured> results) {
        return Optional.of(results.stream().map(CostAnswer::sentence).collect(Collectors.joining(" ")));
    }

    private static String sentence(Measured run) {
        Turns turns = Turns.of(run);
        return "%s: as multiples of %s per request, %s."
                .formatted(
                        CostTable.about(turns),
                        Turns.name(turns.first()),
                        turns.clients().stream()
                                .skip(1)
                                .map(client -> client(turns, client))
                                .collect(Collectors.joining("; ")));
    }

    private static String client(Turns turns, String client) {
        return "%s takes %s of the CPU time, %s of the bytes, p99 %s"
                .formatted(
                        client,
                        CostTable.cpuRatio(turns, client).text("%.2f"),
                        turns.ratio(client, CostFigures.BYTES).text("%.2f"),
                        turns.ratio(client, CostFigures.P99).text("%.2f"));
    }
}
