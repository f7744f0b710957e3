package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Optional;

/** Finds a server that, as the pool has learned, closes idle connections earlier than it announces. */
final class LearnedKeepAlive {

    private LearnedKeepAlive() {}

    static Optional<Finding> find(RouteFigures route) {
        return isZero(route) ? Optional.of(closedAtOnce(route)) : shorter(route);
    }

    /** Tells whether the server closes each connection after its response, so that no time to idle would be short enough. */
    static boolean isZero(RouteFigures route) {
        return route.now().learnedKeepAlive().filter(Duration::isZero).isPresent();
    }

    private static Finding closedAtOnce(RouteFigures route) {
        Traffic traffic = route.traffic();
        long first = traffic.closed(CloseCause.SERVER_CLOSED_IDLE) + traffic.closed(CloseCause.STALE);
        return new Finding(
                Finding.Severity.WARN,
                Optional.of(route.target()),
                "The server closes connections right after a response, without announcing it by Connection: close.",
                first + " of " + traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span())
                        + " were closed by the server; the pool has learned it and keeps none for a second request.",
                "Let the server keep its connections open, or announce their end. Until the pool has learned it, a"
                        + " request that cannot be repeated may fail: "
                        + route.names().of("reuse(ReusePolicy.SAFE)")
                        + " sends those on new connections only.");
    }

    private static Optional<Finding> shorter(RouteFigures route) {
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
