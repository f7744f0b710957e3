package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a pool costs or gains beside plain HttpClient 5, by {@link OverheadBenchmark}. */
final class OverheadAnswer {

    private OverheadAnswer() {}

    static Optional<String> of(List<Measured> results) {
        return Optional.of(results.stream().map(OverheadAnswer::sentence).collect(Collectors.joining(" ")));
    }

    private static String sentence(Measured run) {
        Pairs pairs = new Pairs(run);
        return "%s, %s callers: %s times the CPU time of plain HttpClient 5 per request, %s bytes, %s times its p99."
                .formatted(
                        run.param("scheme"),
                        run.param("callers"),
                        pairs.ratio("Cpu").text("%.2f"),
                        pairs.difference("Allocated").text("%+.0f"),
                        pairs.ratio("P99").text("%.2f"));
    }
}
