package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Optional;

/** Finds a route without a read timeout, and recommends one that fits its traffic. */
final class TimeoutsOff {

    private static final int ROOM = 3;
    private static final Duration LEAST = Duration.ofMillis(100);

    private TimeoutsOff() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        if (!route.config().timeouts().read().isZero() || !Sizes.isKnown(traffic)) {
            return Optional.empty();
        }
        Duration slow = traffic.held().percentile(0.99);
        Duration recommended = slow.multipliedBy(ROOM).compareTo(LEAST) < 0 ? LEAST : slow.multipliedBy(ROOM);
        return Findings.info(
                route,
                route.knob("timeouts.read") + " is off, so that a silent server holds its callers forever.",
                "99 % of " + traffic.held().count() + " calls " + Wording.lately(traffic.span())
                        + " took no longer than " + Wording.time(slow) + ".",
                route.knob("timeouts.read") + " of " + Wording.knob(recommended) + " would leave three times that.");
    }
}
