package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Optional;

/** Finds a server that, as the pool has learned, closes idle connections earlier than it announces. */
final class LearnedKeepAlive {

    private LearnedKeepAlive() {}

    static Optional<Finding> find(RouteFigures route) {
        return route.now()
                .learnedKeepAlive()
                .filter(learned -> learned.compareTo(route.config().keepAlive().max()) < 0)
                .flatMap(learned -> Findings.info(
                        route,
                        "The server closes idle connections earlier than " + route.knob("keepAlive.max")
                                + "; the pool has learned when.",
                        "Connections idle for at most " + Wording.time(learned) + "; " + route.knob("keepAlive.max")
                                + " is "
                                + Wording.time(route.config().keepAlive().max()) + ".",
                        "Set " + route.knob("keepAlive.serverIdle")
                                + " to the idle timeout of the server, so that a new process need not learn" + " it."));
    }
}
