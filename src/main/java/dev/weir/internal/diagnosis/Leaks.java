package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds connections that are not given back. */
final class Leaks {

    private static final int MOST_PLACES = 3;

    private Leaks() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        if (route.leaks() <= 0) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Connections are leaked: responses are not closed.",
                route.leaks() + " connections were not given back and have not come back since; leased at "
                        + places(pool.leakSites()) + ".",
                "Use " + pool.names().of("client.execute(request, handler)")
                        + ", which closes responses, or try-with-resources around each"
                        + (pool.config().leakDetection().isZero()
                                ? "; " + pool.names().of("leakDetection")
                                        + " of 30s tells of such that nobody has let go of."
                                : "."));
    }

    private static String places(Map<String, Long> sites) {
        return sites.isEmpty()
                ? "unknown places"
                : sites.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                        .limit(MOST_PLACES)
                        .map(site -> site.getKey() + " (" + site.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }
}
