package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds a route whose traffic needs more connections than it may have. */
final class TooSmall {

    private TooSmall() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        Traffic traffic = route.traffic();
        if (!Sizes.isKnown(traffic) || !hurts(traffic) || !route.isFull() || HeldBack.isReason(pool, route)) {
            return Optional.empty();
        }
        int needed = Sizes.advised(traffic, route.sharing(), route.now().limit());
        return Findings.warn(
                route,
                "The pool is too small for this route, so that callers wait for connections.",
                Sizes.inConnections(traffic, route.sharing()) + ", limit "
                        + route.now().limit() + "; " + waited(traffic),
                "If the server can take it, raise " + route.limitKnob() + " to " + needed + ", and "
                        + route.names().of("maxTotal")
                        + " with it. If it has become slower than it was, look there first.");
    }

    /** Tells whether many callers wait, or some without success. */
    static boolean hurts(Traffic traffic) {
        return failed(traffic) > 0 || traffic.waited().count() > traffic.totalLeases() / 10;
    }

    private static long failed(Traffic traffic) {
        return traffic.leases(LeaseOutcome.TIMED_OUT) + traffic.leases(LeaseOutcome.REJECTED);
    }

    /** Says how many callers waited, for how long, and how many got nothing. */
    static String waited(Traffic traffic) {
        return traffic.waited().count() + " of " + traffic.totalLeases() + " callers waited (99 % of them up to "
                + Wording.time(traffic.waited().percentile(0.99)) + "), " + failed(traffic) + " without getting one.";
    }
}
