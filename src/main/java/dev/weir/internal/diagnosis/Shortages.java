package dev.weir.internal.diagnosis;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.Verdict;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Comparator;

/**
 * Compares limits with traffic: says to a caller why it got no connection, and finds limits that are too small or too large.
 * A finding repeats what callers were told. Pure.
 */
public final class Shortages {

    /** Fewer are no basis for what is usual. */
    static final int ENOUGH_TIMES = 20;

    /** How much longer than usual a connection must be held for the server to be called slow. */
    static final int SLOW_FACTOR = 3;

    // One refused call is no reason to change a pool.
    private static final long ENOUGH = 5;
    private static final int LARGE_FACTOR = 4;
    private static final int SMALL = 40;
    private static final long ENOUGH_LEASES = 1_000;
    private static final Duration ENOUGH_TIME = Duration.ofMinutes(5);

    private Shortages() {}

    /**
     * Why a caller got no connection.
     *
     * @param verdict the reason, as far as the pool can tell
     * @param why the figures behind it
     * @param advice what to do
     */
    public record Reasoned(Verdict verdict, String why, String advice) {

        /**
         * Returns reason and advice in one sentence.
         *
         * @return the sentence, without its dot
         */
        public String explanation() {
            return why + "; " + advice;
        }
    }

    /**
     * Decides why a caller gets no connection.
     *
     * @param figures the figures of the moment
     * @return the first verdict that holds, the most certain first
     */
    public static Reasoned verdict(Exhaustion figures) {
        if (figures.holders().byCaller() > 0) {
            return ownConnections(figures);
        }
        if (!figures.isTotalTaken()) {
            DialOutcome failure = figures.dialFailure();
            if (failure != null && (figures.open() == 0 || figures.hasRoom())) {
                return new Reasoned(
                        Verdict.DIALS_FAILING,
                        "the last attempt to connect ended with " + failure,
                        "find out whether " + figures.route().target() + " can be reached");
            }
            int dialing = figures.route().dialing();
            if (figures.open() == 0 && dialing > 0) {
                return new Reasoned(
                        Verdict.UNCLEAR,
                        "no connection is established yet and " + dialing
                                + (dialing == 1 ? " dial is under way" : " dials are under way"),
                        "if they usually succeed, warm the pool up, else find out whether "
                                + figures.route().target() + " can be reached");
            }
        }
        if (figures.holders().suspected() > 0) {
            return new Reasoned(
                    Verdict.LEAK_SUSPECTED,
                    figures.holders().suspected() + " of them were not given back for longer than "
                            + figures.names().of("leakDetection") + ", and no byte moves on them",
                    "close every response");
        }
        Exhaustion.InFlight exchanges = figures.inFlight();
        if (exchanges != null) {
            return inFlightLimit(figures, exchanges, isSlow(figures));
        }
        if (figures.isTotalTaken()) {
            return totalTaken(figures);
        }
        if (!isUsualKnown(figures) && !figures.hasRoom()) {
            return unclear(figures);
        }
        if (isSlow(figures)) {
            return new Reasoned(
                    Verdict.SLOW_UPSTREAM,
                    allInUse(figures) + " (" + limits(figures) + "), and " + heldFor(figures),
                    "find out why the server takes longer, and raise the limit only if it can take more at a time");
        }
        return figures.hasRoom() ? tooSudden(figures) : full(figures);
    }

    // One connection held while the thread asks for another is a nested call. Several, while no other thread has any,
    // are forgotten ones.
    private static Reasoned ownConnections(Exhaustion figures) {
        int own = figures.holders().byCaller();
        if (own > 1 && own >= figures.heldByAll()) {
            return new Reasoned(
                    Verdict.LEAK_SUSPECTED,
                    "the thread that waits has leased all " + own + " of them itself and given none back",
                    "close every response");
        }
        return new Reasoned(
                Verdict.NESTED_LEASE,
                "the thread that waits holds " + own + " of them itself",
                "close the first response before the next request, or use another pool for the inner call");
    }

    private static Reasoned inFlightLimit(Exhaustion figures, Exhaustion.InFlight limit, boolean isSlow) {
        Traffic traffic = figures.traffic();
        boolean isNeedKnown = !isSlow && Sizes.isKnown(traffic);
        return new Reasoned(
                Verdict.IN_FLIGHT_LIMIT,
                "all " + limit.max() + " exchanges are under way that "
                        + figures.names().of(limit.setting()) + " allows"
                        + (isSlow ? ", and " + heldFor(figures) : isNeedKnown ? ": " + demand(figures) : ""),
                "raise it" + (isNeedKnown ? " to " + Sizes.advised(traffic, limit.max()) : "")
                        + " if the server can take more at a time, or send it fewer");
    }

    private static Reasoned totalTaken(Exhaustion figures) {
        Exhaustion.Total total = figures.total();
        String maxTotal = figures.names().of("maxTotal");
        String who = total.largest() == null
                ? "others have taken the"
                : total.largest() + " has " + total.largestOpen() + " of the " + total.max();
        return new Reasoned(
                Verdict.TOTAL_TAKEN,
                who + " connections that " + maxTotal + " allows, while this route may have "
                        + figures.route().limit(),
                "raise " + maxTotal + ", or limit that route");
    }

    private static Reasoned unclear(Exhaustion figures) {
        Traffic traffic = figures.traffic();
        return new Reasoned(
                Verdict.UNCLEAR,
                allInUse(figures) + " (" + limits(figures) + "), half of them for "
                        + millis(figures.holders().medianAge()) + " or longer, and " + traffic.totalLeases()
                        + " callers came " + Wording.lately(traffic.span())
                        + ": too few have come back to tell a slow server from a small limit",
                "if the server usually answers sooner, look there, else raise the limit");
    }

    private static Reasoned tooSudden(Exhaustion figures) {
        return new Reasoned(
                Verdict.UNDERSIZED,
                "callers came faster than connections, of which " + figures.open() + " are established and "
                        + figures.route().dialing() + " on the way, while the route may have "
                        + figures.route().limit(),
                "warm the pool up, or raise " + figures.names().of("maxPending") + " or "
                        + figures.names().of("dialing.maxConcurrent"));
    }

    private static Reasoned full(Exhaustion figures) {
        Traffic traffic = figures.traffic();
        boolean isKnown = Sizes.isKnown(traffic);
        return new Reasoned(
                Verdict.UNDERSIZED,
                allInUse(figures) + (isKnown ? ": " + demand(figures) : ""),
                "raise " + limits(figures)
                        + (isKnown
                                ? " to "
                                        + Sizes.advised(
                                                traffic,
                                                figures.sharing(),
                                                figures.route().limit())
                                : ""));
    }

    private static boolean isUsualKnown(Exhaustion figures) {
        return figures.traffic().held().count() >= ENOUGH_TIMES;
    }

    private static boolean isSlow(Exhaustion figures) {
        Duration age = figures.holders().medianAge();
        return isUsualKnown(figures)
                ? age.compareTo(usual(figures).multipliedBy(SLOW_FACTOR)) > 0
                : age.compareTo(figures.patience()) >= 0;
    }

    private static Duration usual(Exhaustion figures) {
        // Not the median: among many short holds and a few long ones, most of those under way are long.
        return figures.traffic().held().halfOfTheTime();
    }

    private static String heldFor(Exhaustion figures) {
        return "half of them have been held for " + millis(figures.holders().medianAge()) + " or longer"
                + (isUsualKnown(figures) ? ", " + millis(usual(figures)) + " is usual" : "");
    }

    private static String allInUse(Exhaustion figures) {
        int limit = figures.route().limit();
        if (!figures.sharing().isShared()) {
            return "all " + limit + " are in use";
        }
        return (limit == 1 ? "the one connection carries " : "each of the " + limit + " connections carries ")
                + figures.sharing().exchanges() + " exchanges, and takes no more";
    }

    private static String demand(Exhaustion figures) {
        Traffic traffic = figures.traffic();
        return Sizes.demand(traffic, figures.sharing(), millis(traffic.held().mean()));
    }

    private static String limits(Exhaustion figures) {
        String setting = figures.limitKnob();
        return figures.names().of(setting)
                + (setting.equals("maxPerRoute")
                        ? ", or " + figures.names().ofRoute(figures.route().target(), "maxConnections")
                        : "");
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }

    /** Compares the limits of a pool with the traffic of its routes together. */
    static void ofPool(PoolFigures pool, Findings findings) {
        routesCompete(pool, findings);
        pool.routes().stream()
                .max(Comparator.comparingInt(RouteFigures::peakConnections))
                .filter(route -> route.peakConnections() * 4L >= pool.maxTotal() * 3L)
                .ifPresent(greedy -> takesTheTotal(pool, greedy, findings));
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
                .filter(route -> !route.target().equals(greedy.target()) && !route.isFull())
                .mapToLong(route -> refused(route.traffic()))
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

    /** Compares the limits of a route with its traffic. */
    static void ofRoute(RouteFigures route, Findings findings) {
        Reasoned refusal = route.refusal();
        Verdict told = refusal == null ? null : refusal.verdict();
        boolean isOfSize = told == null || told == Verdict.UNDERSIZED || told == Verdict.IN_FLIGHT_LIMIT;
        boolean isTold = isOfSize && tooSmall(route, findings);
        long refused = refused(route.traffic());
        if (refusal != null && !isTold && refused >= ENOUGH && !isFoundOtherwise(refusal.verdict(), route)) {
            findings.warn(
                    route,
                    "Callers get no connection: " + refusal.verdict() + ".",
                    refused + " of " + route.traffic().totalLeases() + " callers got none "
                            + Wording.lately(route.traffic().span()) + ", the last one because " + refusal.why() + ".",
                    Wording.sentence(refusal.advice()));
        }
        tooLarge(route, findings);
    }

    private static boolean isFoundOtherwise(Verdict verdict, RouteFigures route) {
        return verdict == Verdict.DIALS_FAILING
                || verdict == Verdict.TOTAL_TAKEN
                || (verdict == Verdict.LEAK_SUSPECTED && route.leaks().areAny());
    }

    private static boolean tooSmall(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        boolean hurts = refused(traffic) >= ENOUGH || traffic.waited().count() > traffic.totalLeases() / 10;
        int maxInFlight = route.config().maxInFlight();
        boolean isHeldBack = maxInFlight > 0 && traffic.peakInUse() >= maxInFlight;
        if (!hurts || !Sizes.isKnown(traffic) || !(isHeldBack || route.isFull())) {
            return false;
        }
        String waited = "; " + traffic.waited().count() + " of " + traffic.totalLeases()
                + " callers waited (99 % of them up to "
                + Wording.time(traffic.waited().percentile(0.99)) + "), " + refused(traffic) + " without getting one.";
        String otherwise = ". If it has become slower than it was, look there first.";
        if (isHeldBack) {
            findings.warn(
                    route,
                    "The limit of exchanges under way keeps callers of this route waiting.",
                    Sizes.evidence(traffic, route.sharing()) + ", limit " + route.knob("maxInFlight") + " = "
                            + maxInFlight + waited,
                    "If the server can take more at a time, raise " + route.knob("maxInFlight") + " to "
                            + Sizes.advised(traffic, maxInFlight) + otherwise);
        } else {
            int limit = route.now().limit();
            findings.warn(
                    route,
                    "The pool is too small for this route, so that callers wait for connections.",
                    Sizes.inConnections(traffic, route.sharing()) + ", limit " + limit + waited,
                    "If the server can take it, raise " + route.limitKnob() + " to "
                            + Sizes.advised(traffic, route.sharing(), limit) + ", and "
                            + route.names().of("maxTotal") + " with it" + otherwise);
        }
        return true;
    }

    // Only for an explicit limit: the user did not choose the default for this load.
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

    private static long refused(Traffic traffic) {
        return traffic.leases(LeaseOutcome.TIMED_OUT) + traffic.leases(LeaseOutcome.REJECTED);
    }
}
