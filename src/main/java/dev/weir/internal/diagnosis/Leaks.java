package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds connections that are not released. */
final class Leaks {

    private Leaks() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        LeakFigures leaks = route.leaks();
        if (!leaks.areAny()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Connections are leaked: responses are not closed.",
                evidence(leaks) + "; the latest was leased at " + place(leaks.callSite()) + ".",
                "Use " + pool.names().of("client.execute(request, handler)")
                        + ", which closes responses, or try-with-resources around each"
                        + (pool.config().leakDetection().isZero()
                                ? "; " + pool.names().of("leakDetection")
                                        + " of 30s reports connections that were not released."
                                : "."));
    }

    private static String evidence(LeakFigures leaks) {
        return Stream.of(
                                counted(leaks.held(), " was not given back", " were not given back"),
                                counted(leaks.takenBack(), " was taken back recently", " were taken back recently"))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", "))
                + (leaks.takenBack() > 0 ? ", after the response was garbage collected" : "");
    }

    private static String counted(long connections, String one, String many) {
        return connections == 0 ? "" : connections == 1 ? "1 connection" + one : connections + " connections" + many;
    }

    private static String place(String callSite) {
        return callSite.equals("unknown") ? "an unknown place" : callSite;
    }
}
