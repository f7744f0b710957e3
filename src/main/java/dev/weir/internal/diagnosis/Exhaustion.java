package dev.weir.internal.diagnosis;

import dev.weir.event.DialOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Verdict;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a moment at which a caller got no connection, and why it got none. Immutable.
 *
 * @param route the route
 * @param takenBy who has taken the connections that all routes together may have, as a part of a sentence; null if there
 *     may be more, or the route itself may have none
 * @param holders the holders of the connections
 * @param dialFailure how the last dial of the route failed; null if it did not
 * @param patience how long the caller was ready to wait, or callers usually are
 */
public record Exhaustion(
        RouteFigures route,
        @Nullable String takenBy,
        Held holders,
        @Nullable DialOutcome dialFailure,
        Duration patience) {

    // Fewer are no basis for what is usual.
    private static final int ENOUGH_TIMES = 20;

    // How much longer than usual a connection must be held for the server to be called slow.
    private static final int SLOW_FACTOR = 3;

    /**
     * The holders of the connections that are short.
     *
     * @param byCaller how many the caller's own thread holds
     * @param suspected how many are suspected to be leaked
     * @param medianAge for how long half of them have been held at least
     */
    public record Held(int byCaller, int suspected, Duration medianAge) {}

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
     * Describes the route. Over HTTP/2 leases are exchanges, many per connection, while the limits count connections.
     *
     * @return its figures, without a dot
     */
    public String inFigures() {
        RouteSnapshot now = route.now();
        long connections = now.opened() - now.closed() + now.dialing();
        boolean isShared = now.leased() + now.idle() > connections;
        int max = now.maxInFlight();
        return (isShared
                        ? now.leased() + " leased on " + connections + " of " + now.limit() + " connections"
                        : now.leased() + " of " + now.limit() + " leased")
                + " (" + now.dialing() + " dialing), " + now.idle() + " idle, " + now.pending() + " pending"
                + (max == 0 ? "" : ", " + now.inFlight() + " of " + max + " exchanges under way");
    }

    /**
     * Decides why the caller gets no connection.
     *
     * @return the first verdict that holds, the most certain first
     */
    public Reasoned verdict() {
        int dialing = route.now().dialing();
        boolean isTotalTaken = takenBy != null;
        if (holders.byCaller > 0) {
            return ownConnections();
        }
        if (!isTotalTaken && dialFailure != null && (route.open() == 0 || route.hasRoom())) {
            return new Reasoned(
                    Verdict.DIALS_FAILING,
                    "the last attempt to connect ended with " + dialFailure,
                    "find out whether " + route.target() + " can be reached");
        }
        if (!isTotalTaken && route.open() == 0 && dialing > 0) {
            return new Reasoned(
                    Verdict.UNCLEAR,
                    "no connection is established yet and " + dialing
                            + (dialing == 1 ? " dial is under way" : " dials are under way"),
                    "if they usually succeed, warm the pool up, else find out whether " + route.target()
                            + " can be reached");
        }
        if (holders.suspected > 0) {
            return new Reasoned(
                    Verdict.LEAK_SUSPECTED,
                    holders.suspected + " of them were not given back for longer than "
                            + route.names().of("leakDetection") + ", and no byte moves on them",
                    "close every response");
        }
        if (route.isInFlightLimitReached()) {
            return inFlightLimit();
        }
        if (isTotalTaken) {
            return totalTaken();
        }
        if (!isUsualKnown() && !route.hasRoom()) {
            return unclear();
        }
        if (isSlow()) {
            return new Reasoned(
                    Verdict.SLOW_UPSTREAM,
                    allInUse() + " (" + limits() + "), and " + heldFor(),
                    "find out why the server takes longer, and raise the limit only if it can take more at a time");
        }
        return route.hasRoom() ? tooSudden() : full();
    }

    // One connection held while the thread asks for another is a nested call. Several, while no other thread has any,
    // are forgotten ones.
    private Reasoned ownConnections() {
        int own = holders.byCaller;
        int all = route.isShared() ? route.now().leased() : route.open();
        if (own > 1 && own >= all) {
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

    private Reasoned inFlightLimit() {
        boolean isSlow = isSlow();
        boolean isNeedKnown = !isSlow && route.isNeedKnown();
        return new Reasoned(
                Verdict.IN_FLIGHT_LIMIT,
                "all " + route.now().maxInFlight() + " exchanges are under way that " + route.knob("maxInFlight")
                        + " allows" + (isSlow ? ", and " + heldFor() : isNeedKnown ? ": " + demand() : ""),
                "raise it" + (isNeedKnown ? " to " + route.advisedExchanges() : "")
                        + " if the server can take more at a time, or send it fewer");
    }

    private Reasoned totalTaken() {
        String maxTotal = route.names().of("maxTotal");
        return new Reasoned(
                Verdict.TOTAL_TAKEN,
                takenBy + " connections that " + maxTotal + " allows, while this route may have "
                        + route.now().limit(),
                "raise " + maxTotal + ", or limit that route");
    }

    private Reasoned unclear() {
        Traffic traffic = route.traffic();
        return new Reasoned(
                Verdict.UNCLEAR,
                allInUse() + " (" + limits() + "), half of them for " + millis(holders.medianAge) + " or longer, and "
                        + traffic.totalLeases() + " callers came " + Wording.lately(traffic.span())
                        + ": too few have come back to tell a slow server from a small limit",
                "if the server usually answers sooner, look there, else raise the limit");
    }

    private Reasoned tooSudden() {
        return new Reasoned(
                Verdict.UNDERSIZED,
                "callers came faster than connections, of which " + route.open() + " are established and "
                        + route.now().dialing() + " on the way, while the route may have "
                        + route.now().limit(),
                "warm the pool up, or raise " + route.names().of("maxPending") + " or "
                        + route.names().of("dialing.maxConcurrent"));
    }

    private Reasoned full() {
        boolean isKnown = route.isNeedKnown();
        return new Reasoned(
                Verdict.UNDERSIZED,
                allInUse() + (isKnown ? ": " + demand() : ""),
                "raise " + limits() + (isKnown ? " to " + route.advisedConnections() : ""));
    }

    private boolean isUsualKnown() {
        return route.traffic().held().count() >= ENOUGH_TIMES;
    }

    private boolean isSlow() {
        return isUsualKnown()
                ? holders.medianAge.compareTo(usual().multipliedBy(SLOW_FACTOR)) > 0
                : holders.medianAge.compareTo(patience) >= 0;
    }

    // Not the median: among many short holds and a few long ones, most of those under way are long.
    private Duration usual() {
        return route.traffic().held().halfOfTheTime();
    }

    private String heldFor() {
        return "half of them have been held for " + millis(holders.medianAge) + " or longer"
                + (isUsualKnown() ? ", " + millis(usual()) + " is usual" : "");
    }

    private String allInUse() {
        int limit = route.now().limit();
        if (!route.isShared()) {
            return "all " + limit + " are in use";
        }
        return (limit == 1 ? "the one connection carries " : "each of the " + limit + " connections carries ")
                + route.sharing() + " exchanges, and takes no more";
    }

    private String demand() {
        return route.demand(millis(route.traffic().held().mean()));
    }

    private String limits() {
        String knob = route.limitKnob();
        boolean isOfPool = knob.equals(route.names().of("maxPerRoute"));
        return knob + (isOfPool ? ", or " + route.names().ofRoute(route.target(), "maxConnections") : "");
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }
}
