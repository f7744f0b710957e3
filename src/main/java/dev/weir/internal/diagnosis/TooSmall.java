package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds a route whose traffic needs more connections than it may have. */
final class TooSmall {

    // One refused call is no reason to change a pool.
    private static final long ENOUGH = 5;

    private TooSmall() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        Traffic traffic = route.traffic();
        if (!Sizes.isKnown(traffic) || !hurts(traffic) || !route.isFull() || HeldBack.isReason(route)) {
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
        return failed(traffic) >= ENOUGH || traffic.waited().count() > traffic.totalLeases() / 10;
    }

    private static boolean isOften(Traffic traffic) {
        return failed(traffic) >= ENOUGH && failed(traffic) * 100 >= traffic.totalLeases();
    }

    /** Finds callers that get no connection where too few were given back to say what would help. */
    static Optional<Finding> exhausted(PoolFigures pool, RouteFigures route) {
        Traffic traffic = route.traffic();
        boolean isFull = route.isFull() || route.now().leased() >= route.now().limit();
        if (Sizes.isKnown(traffic) || !isOften(traffic) || !isFull || HeldBack.isReason(route)) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Callers get no connection, because all are in use.",
                failed(traffic) + " of " + traffic.totalLeases() + " callers got none " + Wording.lately(traffic.span())
                        + "; limit " + route.now().limit() + " (" + route.limitKnob() + "), "
                        + route.now().leased()
                        + " in use now, " + traffic.held().count() + " given back.",
                "If the server usually answers sooner, or callers forget to close responses, look there; else raise "
                        + route.limitKnob() + ".");
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
