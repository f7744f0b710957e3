package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.internal.diagnosis.Exhaustion;
import dev.weir.internal.diagnosis.Sharing;
import dev.weir.internal.diagnosis.Shortages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.pool.PoolStats;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Explains to callers, and at times in the log, why there is no connection for them. */
final class ExhaustionReporter {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.exhausted");
    private static final Duration DIAL_FAILURES_COUNT_FOR = Duration.ofSeconds(30);
    private static final int MOST_LOOKS = 512;
    private static final int MOST_TOLD = 5;

    private final Routes routes;
    private final RouteState route;
    private final SegmentedPool<HttpRoute, PooledConnection, RouteState> store;
    private final long nowNanos;

    ExhaustionReporter(
            Routes routes,
            RouteState route,
            SegmentedPool<HttpRoute, PooledConnection, RouteState> store,
            long nowNanos) {
        this.routes = routes;
        this.route = route;
        this.store = store;
        this.nowNanos = nowNanos;
    }

    PoolExhaustedException timedOut(Duration waited, boolean isOwnLimit) {
        String limit = isOwnLimit
                ? "the request's connectionRequestTimeout"
                : routes.names().of("timeouts.poolWait");
        return exception(
                "no connection to " + route.target() + " within " + waited.toMillis() + " ms (" + limit + ")",
                waited,
                waited);
    }

    PoolExhaustedException rejected(int maxPending) {
        String limit = routes.names().of("maxPending");
        String why = maxPending == 0
                ? "no connection to " + route.target() + " is free and callers may not wait (" + limit + " is 0)"
                : maxPending + (maxPending == 1 ? " caller waits" : " callers wait") + " for " + route.target()
                        + " already (" + limit + ")";
        return exception(
                "refused at once, because " + why, Duration.ofNanos(route.policy.poolWaitNanos), Duration.ZERO);
    }

    private PoolExhaustedException exception(String what, Duration patience, Duration waited) {
        RouteSnapshot snapshot = Snapshots.brief(route);
        Sharing sharing = route.sharing();
        Exhaustion.Total total = total(snapshot, sharing);
        Exhaustion.InFlight exchanges = snapshot.maxInFlight() > 0 && snapshot.inFlight() >= snapshot.maxInFlight()
                ? new Exhaustion.InFlight(snapshot.maxInFlight(), route.policy.inFlightSetting)
                : null;
        boolean isOfAllRoutes = exchanges == null && Exhaustion.isTotalTaken(snapshot, sharing, total);
        Holders holders = new Holders(isOfAllRoutes ? ownFirst() : List.of(route), MOST_LOOKS, nowNanos);
        RouteState.DialFailure dialFailure = route.dialFailure(nowNanos, DIAL_FAILURES_COUNT_FOR.toNanos());
        Exhaustion figures = new Exhaustion(
                snapshot,
                total,
                holders.figures(),
                dialFailure == null ? null : dialFailure.outcome(),
                patience,
                route.traffic().recent(nowNanos),
                sharing,
                route.policy.limitSetting,
                exchanges,
                routes.names());
        Shortages.Reasoned verdict = route.incidents().refused(figures, nowNanos);
        List<Holder> longest = holders.told(MOST_TOLD);
        String message = "Pool '" + routes.name() + "': " + what + ". Verdict: " + verdict.verdict() + ", because "
                + verdict.explanation() + ". Route: " + leased(snapshot) + " (" + snapshot.dialing() + " dialing), "
                + snapshot.idle() + " idle, " + snapshot.pending() + " pending" + inFlight(snapshot) + "; pool: "
                + totals() + "." + heldForLongest(longest);
        long unlogged = route.incidents().unloggedBefore(nowNanos);
        if (unlogged >= 0) {
            LOG.warn("{}{}", message, unlogged == 0 ? "" : " (and " + unlogged + " more like this before)");
        }
        PoolExhaustedException exhausted =
                new PoolExhaustedException(message, routes.name(), snapshot, verdict.verdict(), longest, waited);
        if (dialFailure != null && verdict.verdict() == Verdict.DIALS_FAILING) {
            exhausted.initCause(dialFailure.cause());
        }
        return exhausted;
    }

    private List<RouteState> ownFirst() {
        List<RouteState> all = new ArrayList<>(routes.busy());
        all.remove(route);
        all.add(0, route);
        return all;
    }

    // The largest holder matters only if the total limit is reached.
    private Exhaustion.Total total(RouteSnapshot snapshot, Sharing sharing) {
        Exhaustion.Total total = new Exhaustion.Total(store.maxTotal(), store.allocated(), null, 0);
        if (!Exhaustion.isTotalTaken(snapshot, sharing, total)) {
            return total;
        }
        RouteState largest = routes.largestExcept(route);
        return largest == null
                ? total
                : new Exhaustion.Total(total.max(), total.open(), largest.target(), largest.allocated());
    }

    // Over HTTP/2 leases are exchanges, many per connection, while the limits count connections.
    private static String leased(RouteSnapshot route) {
        long connections = route.opened() - route.closed() + route.dialing();
        boolean isShared = route.leased() + route.idle() > connections;
        return isShared
                ? route.leased() + " leased on " + connections + " of " + route.limit() + " connections"
                : route.leased() + " of " + route.limit() + " leased";
    }

    private static String inFlight(RouteSnapshot route) {
        int max = route.maxInFlight();
        return max == 0 ? "" : ", " + route.inFlight() + " of " + max + " exchanges under way";
    }

    private String totals() {
        PoolStats now = store.stats();
        return now.getLeased() + " leased and " + now.getAvailable() + " idle of " + now.getMax() + ", "
                + now.getPending() + " pending";
    }

    private static String heldForLongest(List<Holder> holders) {
        return holders.isEmpty()
                ? ""
                : " Held for longest: " + holders.stream().map(Holder::toString).collect(Collectors.joining("; "))
                        + ".";
    }
}
