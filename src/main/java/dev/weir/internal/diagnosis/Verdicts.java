package dev.weir.internal.diagnosis;

import dev.weir.failure.Verdict;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;

/** Decides why a caller got no connection. Pure: figures in, verdict and explanation out. */
public final class Verdicts {

    /** Fewer are no basis for what is usual. */
    static final int ENOUGH_TIMES = 20;

    /** How much longer than usual a connection must be held for the server to be called slow. */
    static final int SLOW_FACTOR = 3;

    private Verdicts() {}

    /**
     * A verdict with its reason.
     *
     * @param verdict the reason, as far as the pool can tell
     * @param explanation why that is so and what to do
     */
    public record Reasoned(Verdict verdict, String explanation) {}

    /**
     * Decides.
     *
     * @param figures the figures of the moment
     * @param tendency the former verdicts on the server of this route
     * @param nowNanos the time
     * @return the first verdict that holds, the most certain first
     */
    public static Reasoned of(Exhaustion figures, Tendency tendency, long nowNanos) {
        if (figures.holders().byCaller() > 0) {
            return ownConnections(figures);
        }
        if (figures.isDialing() && !figures.isTotalTaken()) {
            return dialsFailing(figures);
        }
        if (figures.holders().suspected() > 0) {
            return new Reasoned(
                    Verdict.LEAK_SUSPECTED,
                    figures.holders().suspected() + " of them were not given back for longer than "
                            + figures.names().of("leakDetection")
                            + ", and no byte moves on them; close every response");
        }
        Exhaustion.InFlight exchanges = figures.inFlight();
        if (exchanges != null) {
            return inFlightLimit(figures, exchanges, tendency.note(isSlow(figures), nowNanos));
        }
        if (figures.isTotalTaken()) {
            return totalTaken(figures);
        }
        if (figures.traffic().held().count() < ENOUGH_TIMES && !figures.hasRoom()) {
            return unclear(figures);
        }
        return tendency.note(isSlow(figures), nowNanos) ? slow(figures) : undersized(figures);
    }

    private static Reasoned unclear(Exhaustion figures) {
        Traffic traffic = figures.traffic();
        return new Reasoned(
                Verdict.UNCLEAR,
                allInUse(figures.route().limit(), figures.sharing()) + " (" + limits(figures)
                        + "), half of them for " + millis(figures.holders().medianAge()) + " or longer, and "
                        + traffic.totalLeases() + " callers came " + Wording.lately(traffic.span())
                        + ": too few have come back to tell a slow server from a small limit; if the server usually"
                        + " answers sooner, look there, else raise the limit");
    }

    // One connection held while the thread asks for another is a nested call. Several, while no other thread has any,
    // are forgotten ones.
    private static Reasoned ownConnections(Exhaustion figures) {
        int own = figures.holders().byCaller();
        if (own > 1 && own >= figures.heldByAll()) {
            return new Reasoned(
                    Verdict.LEAK_SUSPECTED,
                    "the thread that waits has leased all " + own + " of them itself and given none back; close every"
                            + " response");
        }
        return new Reasoned(
                Verdict.NESTED_LEASE,
                "the thread that waits holds " + own
                        + " of them itself; close the first response before the next request,"
                        + " or use another pool for the inner call");
    }

    private static Reasoned dialsFailing(Exhaustion figures) {
        String why = figures.dialFailure() != null
                ? "the last attempt to connect ended with " + figures.dialFailure()
                : "no connection is established yet and " + figures.route().dialing() + " dials are under way";
        return new Reasoned(
                Verdict.DIALS_FAILING,
                why + "; find out whether " + figures.route().target() + " can be reached");
    }

    private static Reasoned inFlightLimit(Exhaustion figures, Exhaustion.InFlight limit, boolean isSlow) {
        String setting = figures.names().of(limit.setting());
        String all = "all " + limit.max() + " exchanges are under way that " + setting + " allows";
        Traffic traffic = figures.traffic();
        String why = isSlow ? ", and " + heldFor(figures) : Sizes.isKnown(traffic) ? ": " + demand(figures) : "";
        boolean isNeedKnown = !isSlow && Sizes.isKnown(traffic);
        return new Reasoned(
                Verdict.IN_FLIGHT_LIMIT,
                all + why + "; raise it" + (isNeedKnown ? " to " + Sizes.advised(traffic, limit.max()) : "")
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
                        + figures.route().limit() + "; raise " + maxTotal + ", or limit that route");
    }

    private static boolean isSlow(Exhaustion figures) {
        Duration age = figures.holders().medianAge();
        if (figures.traffic().held().count() < ENOUGH_TIMES) {
            return age.compareTo(figures.patience()) >= 0;
        }
        return age.compareTo(usual(figures).multipliedBy(SLOW_FACTOR)) > 0;
    }

    private static Duration usual(Exhaustion figures) {
        // Not the median: among many short holds and a few long ones, most of those under way are long.
        return figures.traffic().held().halfOfTheTime();
    }

    private static Reasoned slow(Exhaustion figures) {
        return new Reasoned(
                Verdict.SLOW_UPSTREAM,
                allInUse(figures.route().limit(), figures.sharing()) + " (" + limits(figures) + "), and "
                        + heldFor(figures)
                        + "; find out why the server takes longer, and raise the limit only if it can take more at a"
                        + " time");
    }

    private static String heldFor(Exhaustion figures) {
        String compared =
                figures.traffic().held().count() < ENOUGH_TIMES ? "" : ", " + millis(usual(figures)) + " is usual";
        return "half of them have been held for " + millis(figures.holders().medianAge()) + " or longer" + compared;
    }

    private static Reasoned undersized(Exhaustion figures) {
        return figures.hasRoom() ? tooSudden(figures) : full(figures);
    }

    private static Reasoned tooSudden(Exhaustion figures) {
        int coming = figures.route().dialing();
        return new Reasoned(
                Verdict.UNDERSIZED,
                "callers came faster than connections, of which " + figures.open() + " are established and " + coming
                        + " on the way, while the route may have "
                        + figures.route().limit()
                        + "; warm the pool up, or raise " + figures.names().of("maxPending") + " or "
                        + figures.names().of("dialing.maxConcurrent"));
    }

    private static Reasoned full(Exhaustion figures) {
        int limit = figures.route().limit();
        String all = allInUse(limit, figures.sharing());
        Traffic traffic = figures.traffic();
        if (!Sizes.isKnown(traffic)) {
            return new Reasoned(Verdict.UNDERSIZED, all + "; raise " + limits(figures));
        }
        return new Reasoned(
                Verdict.UNDERSIZED,
                all + ": " + demand(figures) + "; raise " + limits(figures) + " to "
                        + Sizes.advised(traffic, figures.sharing(), limit));
    }

    private static String allInUse(int limit, Sharing sharing) {
        if (!sharing.isShared()) {
            return "all " + limit + " are in use";
        }
        String connections =
                limit == 1 ? "the one connection carries " : "each of the " + limit + " connections carries ";
        return connections + sharing.exchanges() + " exchanges, and takes no more";
    }

    private static String demand(Exhaustion figures) {
        Traffic traffic = figures.traffic();
        return Sizes.demand(traffic, figures.sharing(), millis(traffic.held().mean()));
    }

    private static String limits(Exhaustion figures) {
        String setting = figures.limitKnob();
        if (!setting.equals("maxPerRoute")) {
            return figures.names().of(setting);
        }
        return figures.names().of("maxPerRoute") + ", or "
                + figures.names().ofRoute(figures.route().target(), "maxConnections");
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }
}
