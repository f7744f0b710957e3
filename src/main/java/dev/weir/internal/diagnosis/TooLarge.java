package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Optional;

/** Finds a limit that was set explicitly and that is far above what the traffic needs, so that it limits nothing. */
final class TooLarge {

    private static final int FACTOR = 4;
    private static final int SMALL = 40;
    private static final long ENOUGH_LEASES = 1_000;
    private static final Duration ENOUGH_TIME = Duration.ofMinutes(5);

    private TooLarge() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        int limit = route.now().limit();
        boolean isKnown =
                traffic.held().count() >= ENOUGH_LEASES && traffic.span().compareTo(ENOUGH_TIME) >= 0;
        if (!isKnown || !route.isLimitExplicit() || limit < SMALL) {
            return Optional.empty();
        }
        int enough =
                Math.max(Sizes.needed(traffic, route.sharing()), route.sharing().peak(traffic) * 2);
        if (enough * FACTOR > limit) {
            return Optional.empty();
        }
        return Findings.info(
                route,
                "The limit of this route is far above its traffic; it would not protect the server from a burst.",
                Sizes.inConnections(traffic, route.sharing()) + ", limit " + limit + ".",
                route.limitKnob() + " of " + enough + " would do, with room for twice the peak.");
    }
}
