package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds a route whose callers wait because of {@code maxInFlight}. */
final class HeldBack {

    private HeldBack() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        Traffic traffic = route.traffic();
        if (!Sizes.isKnown(traffic) || !TooSmall.hurts(traffic)) {
            return Optional.empty();
        }
        int limit = route.config().maxInFlight();
        return isReachedBy(traffic, limit)
                ? finding(
                        route,
                        route.inFlightKnob() + " = " + limit,
                        "raise " + route.inFlightKnob() + " to " + Sizes.advised(traffic, limit))
                : Optional.empty();
    }

    private static Optional<Finding> finding(RouteFigures route, String limit, String advice) {
        return Findings.warn(
                route,
                "The limit of exchanges under way keeps callers of this route waiting.",
                Sizes.evidence(route.traffic(), route.sharing()) + ", limit " + limit + "; "
                        + TooSmall.waited(route.traffic()),
                "If the server can take more at a time, " + advice
                        + ". If it has become slower than it was, look there first.");
    }

    /** Tells whether callers wait because of that limit, not because of the limit of connections. */
    static boolean isReason(RouteFigures route) {
        return isReachedBy(route.traffic(), route.config().maxInFlight());
    }

    private static boolean isReachedBy(Traffic traffic, int limit) {
        return limit > 0 && traffic.peakInUse() >= limit;
    }
}
