package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What HTTP/2 buys, by {@code FiftyBenchmark}: where the server is farthest away. */
final class Http2Answer {

    private static final String DISTANCE = "roundTrip";

    private Http2Answer() {}

    static Optional<String> of(List<Measured> results) {
        return farthest("HTTP/2 multiplexed", results)
                .flatMap(many -> farthest("pool of 20", results)
                        .flatMap(pool ->
                                farthest("one after the other", results).map(one -> sentence(many, pool, one))));
    }

    private static Optional<Measured> farthest(String sends, List<Measured> results) {
        return results.stream()
                .filter(result -> result.param("sends").equals(sends))
                .max(Comparator.comparingInt(result -> Integer.parseInt(result.param(DISTANCE))));
    }

    private static String sentence(Measured http2, Measured pool, Measured inTurn) {
        return String.format(
                Locale.ROOT,
                "Fifty requests to a server %s ms away take %.0f ms at once over HTTP/2 (connections: %.0f), %.0f ms over"
                        + " HTTP/1.1 (connections: %.0f), and %.0f ms one after the other.",
                http2.param(DISTANCE),
                millis(http2),
                opened(http2),
                millis(pool),
                opened(pool),
                millis(inTurn));
    }

    private static double millis(Measured result) {
        return median(result, "p50") / 1e6;
    }

    private static double opened(Measured result) {
        return median(result, "opened");
    }

    private static double median(Measured result, String figure) {
        return Spread.of(result.figure(figure).iterations().stream().mapToDouble(Double::doubleValue))
                .median();
    }
}
