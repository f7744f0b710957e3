package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds that the server closes idle connections before the pool does. */
final class KeepAliveTooLong {

    private static final long ENOUGH = 5;

    private KeepAliveTooLong() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long first = traffic.closed(CloseCause.SERVER_CLOSED_IDLE) + traffic.closed(CloseCause.STALE);
        if (LearnedKeepAlive.isZero(route) || first < ENOUGH || first * 20 < traffic.totalClosed()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "The server closes idle connections before the pool does, so that requests may meet a closed one.",
                first + " of " + traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span())
                        + " were closed by the server while idle; " + route.knob("keepAlive.max") + " is "
                        + Wording.time(route.config().keepAlive().max()) + ".",
                "Set " + route.knob("keepAlive.serverIdle") + " to the idle timeout of the server, or lower "
                        + route.knob("keepAlive.max") + ".");
    }
}
