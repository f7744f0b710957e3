package dev.weir.internal.diagnosis;

import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Comparator;

/** Compares the limits of a pool with its traffic. Pure. */
final class SizeChecks {

    // One refused call is no reason to change a pool.
    private static final long ENOUGH = 5;

    private static final int LARGE_FACTOR = 4;
    private static final int SMALL = 40;
    private static final long ENOUGH_LEASES = 1_000;
    private static final Duration ENOUGH_TIME = Duration.ofMinutes(5);

    private SizeChecks() {}

    static void ofPool(PoolFigures pool, Findings findings) {
        routesCompete(pool, findings);
        pool.routes().stream()
                .max(Comparator.comparingInt(RouteFigures::peakConnections))
                .filter(route -> route.peakConnections() * 4L >= pool.maxTotal() * 3L)
                .ifPresent(greedy -> takesTheTotal(pool, greedy, findings));
    }

    static void ofRoute(PoolFigures pool, RouteFigures route, Findings findings) {
        boolean isHeldBack = route.config().maxInFlight() > 0
                && route.traffic().peakInUse() >= route.config().maxInFlight();
        if (isHeldBack) {
            heldBack(route, findings);
        } else if (Sizes.isKnown(route.traffic())) {
            tooSmall(route, findings);
        } else {
            exhausted(route, findings);
        }
        tooLarge(route, findings);
    }

    private static void routesCompete(PoolFigures pool, Findings findings) {
        long evicted = pool.routes().stream()
                .mapToLong(route -> route.traffic().closed(CloseCause.EVICTED_FOR_ROUTE))
                .sum();
        if (pool.config().connectionState() || pool.routes().size() < 2 || evicted < ENOUGH) {
            return;
        }
        int peaks =
                pool.routes().stream().mapToInt(RouteFigures::peakConnections).sum();
        long limits =
                pool.routes().stream().mapToLong(route -> route.now().limit()).sum();
        String maxTotal = pool.names().of("maxTotal");
        findings.warn(
                "Routes take connections from each other: the limits of the routes cannot be reached under " + maxTotal
                        + ".",
                evicted + " idle connections gave their place to another route; the limits of "
                        + pool.routes().size() + " routes add up to " + limits + ", " + maxTotal + " is "
                        + pool.maxTotal() + ", and their peaks to " + peaks + ".",
                "Raise " + maxTotal + " to " + Math.max(pool.maxTotal() + 1L, Math.min(limits, 2L * peaks))
                        + ", or lower the limits of routes that need less.");
    }

    private static void takesTheTotal(PoolFigures pool, RouteFigures greedy, Findings findings) {
        long inVain = pool.routes().stream()
                .filter(route -> !route.target().equals(greedy.target()))
                .filter(route -> !route.isFull())
                .mapToLong(route -> failed(route.traffic()))
                .sum();
        if (inVain == 0) {
            return;
        }
        findings.warn(
                greedy,
                "This route takes so much of the total that callers of other routes get no connection.",
                "It had up to " + greedy.peakConnections() + " of " + pool.maxTotal() + " connections in use; " + inVain
                        + " callers of routes below their limits got none.",
                "Limit this route by " + pool.names().ofRoute(greedy.target(), "maxConnections") + " to "
                        + Math.max(1, pool.maxTotal() / 2) + ", or raise "
                        + pool.names().of("maxTotal") + ".");
    }

    private static void heldBack(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        if (!Sizes.isKnown(traffic) || !hurts(traffic)) {
            return;
        }
        int limit = route.config().maxInFlight();
        findings.warn(
                route,
                "The limit of exchanges under way keeps callers of this route waiting.",
                Sizes.evidence(traffic, route.sharing()) + ", limit " + route.inFlightKnob() + " = " + limit + "; "
                        + waited(traffic),
                "If the server can take more at a time, raise " + route.inFlightKnob() + " to "
                        + Sizes.advised(traffic, limit) + ". If it has become slower than it was, look there first.");
    }

    private static void tooSmall(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        int limit = route.now().limit();
        if (!hurts(traffic) || !route.isFull()) {
            return;
        }
        findings.warn(
                route,
                "The pool is too small for this route, so that callers wait for connections.",
                Sizes.inConnections(traffic, route.sharing()) + ", limit " + limit + "; " + waited(traffic),
                "If the server can take it, raise " + route.limitKnob() + " to "
                        + Sizes.advised(traffic, route.sharing(), limit) + ", and "
                        + route.names().of("maxTotal")
                        + " with it. If it has become slower than it was, look there first.");
    }

    // Too few connections were given back to say what would help.
    private static void exhausted(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        int limit = route.now().limit();
        boolean isOften = failed(traffic) >= ENOUGH && failed(traffic) * 100 >= traffic.totalLeases();
        if (!isOften || !(route.isFull() || route.now().leased() >= limit)) {
            return;
        }
        findings.warn(
                route,
                "Callers get no connection, because all are in use.",
                failed(traffic) + " of " + traffic.totalLeases() + " callers got none " + Wording.lately(traffic.span())
                        + "; limit " + limit + " (" + route.limitKnob() + "), "
                        + route.now().leased() + " in use now, "
                        + traffic.held().count() + " given back.",
                "If the server usually answers sooner, or callers forget to close responses, look there; else raise "
                        + route.limitKnob() + ".");
    }

    // Of an explicit limit only: nobody chose a default for its size.
    private static void tooLarge(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        int limit = route.now().limit();
        boolean isKnown =
                traffic.held().count() >= ENOUGH_LEASES && traffic.span().compareTo(ENOUGH_TIME) >= 0;
        if (!isKnown || !route.isLimitExplicit() || limit < SMALL) {
            return;
        }
        int enough =
                Math.max(Sizes.needed(traffic, route.sharing()), route.sharing().peak(traffic) * 2);
        if (enough * LARGE_FACTOR <= limit) {
            findings.info(
                    route,
                    "The limit of this route is far above its traffic; it would not protect the server from a burst.",
                    Sizes.inConnections(traffic, route.sharing()) + ", limit " + limit + ".",
                    route.limitKnob() + " of " + enough + " would do, with room for twice the peak.");
        }
    }

    /** Tells whether many callers wait, or some without success. */
    private static boolean hurts(Traffic traffic) {
        return failed(traffic) >= ENOUGH || traffic.waited().count() > traffic.totalLeases() / 10;
    }

    private static long failed(Traffic traffic) {
        return traffic.leases(LeaseOutcome.TIMED_OUT) + traffic.leases(LeaseOutcome.REJECTED);
    }

    private static String waited(Traffic traffic) {
        return traffic.waited().count() + " of " + traffic.totalLeases() + " callers waited (99 % of them up to "
                + Wording.time(traffic.waited().percentile(0.99)) + "), " + failed(traffic) + " without getting one.";
    }
}
