package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How clients rank, by {@link PeersBenchmark}. */
final class PeersAnswer {

    private PeersAnswer() {}

    static Optional<String> of(List<Measured> results) {
        return Optional.of(results.stream().map(PeersAnswer::sentence).collect(Collectors.joining(" ")));
    }

    private static String sentence(Measured run) {
        return "Requests per CPU second, as ratios to the first, %s callers, %s: %s."
                .formatted(run.param("callers"), run.param("protocol"), ContestTable.ranking(run));
    }
}
