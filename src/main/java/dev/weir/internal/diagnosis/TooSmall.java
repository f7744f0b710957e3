package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds a route whose traffic needs more connections than it may have. */
final class TooSmall {

    private TooSmall() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long inVain = traffic.leases(LeaseOutcome.TIMED_OUT) + traffic.leases(LeaseOutcome.REJECTED);
        long waited = traffic.waited().count();
        boolean hurts = inVain > 0 || waited > traffic.totalLeases() / 10;
        if (!Sizes.isKnown(traffic)
                || !hurts
                || traffic.peakInUse() < route.now().limit()) {
            return Optional.empty();
        }
        int needed = Sizes.advised(traffic, route.now().limit());
        return Findings.warn(
                route,
                "The pool is too small for this route, so that callers wait for connections.",
                Sizes.evidence(traffic) + ", limit " + route.now().limit() + "; " + waited + " of "
                        + traffic.totalLeases() + " callers waited (99 % of them up to "
                        + Wording.time(traffic.waited().percentile(0.99)) + "), " + inVain + " without getting one.",
                "If the server can take it, raise " + route.limitKnob() + " to " + needed + ", and "
                        + route.names().of("maxTotal")
                        + " with it. If it has become slower than it was, look there first.");
    }
}
