package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What reuse buys, by {@link ClientReuseBenchmark}. */
final class ReuseAnswer {

    private ReuseAnswer() {}

    static Optional<String> of(List<Measured> results) {
        return variant("newClientPerRequest", results)
                .flatMap(fresh -> variant("sharedWeirClient", results).map(shared -> sentence(fresh, shared)));
    }

    private static Optional<Measured> variant(String name, List<Measured> results) {
        return results.stream().filter(result -> result.variant().equals(name)).findFirst();
    }

    private static String sentence(Measured fresh, Measured shared) {
        double times = fresh.primary().score() / shared.primary().score();
        return String.format(
                Locale.ROOT,
                "A request over TLS takes %,.0f µs with a client of its own, and %,.0f µs with a shared one: %.0f times less.",
                fresh.primary().score(),
                shared.primary().score(),
                times);
    }
}
