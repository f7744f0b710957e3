package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds calls that {@code timeouts.total} ends. */
final class TimeoutsFire {

    private static final long ENOUGH = 5;

    private TimeoutsFire() {}

    static Optional<Finding> ofReads(RouteFigures route) {
        Traffic traffic = route.traffic();
        long silent = traffic.readTimeouts();
        if (silent < ENOUGH || silent * 100 < traffic.totalLeases()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "The server does not answer within " + route.knob("timeouts.read") + ".",
                silent + " of " + traffic.totalLeases() + " calls " + Wording.lately(traffic.span())
                        + " got no response; "
                        + route.knob("timeouts.read") + " is "
                        + Wording.time(route.config().timeouts().read()) + ".",
                "Find out why the server takes so long; if it may, raise " + route.knob("timeouts.read") + ".");
    }

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long ended = traffic.closed(CloseCause.TOTAL_TIMEOUT);
        if (ended < ENOUGH || ended * 100 < traffic.totalLeases()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Calls are ended by " + route.knob("timeouts.total") + " before they are done.",
                ended + " of " + traffic.totalLeases() + " calls " + Wording.lately(traffic.span())
                        + "; " + route.knob("timeouts.total") + " is "
                        + Wording.time(route.config().timeouts().total()) + ", connections are held for up to "
                        + Wording.time(traffic.held().percentile(0.99)) + " in 99 % of the cases.",
                "Find out why the server takes so long; if it may, raise " + route.knob("timeouts.total") + ".");
    }
}
