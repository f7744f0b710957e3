package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.internal.diagnosis.Exhaustion;
import dev.weir.internal.diagnosis.Sharing;
import dev.weir.internal.diagnosis.Verdicts;
import dev.weir.internal.log.Log;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/** Explains to callers, and at times in the log, why there is no connection for them. */
final class ExhaustionReporter {

    private static final Log LOG = Log.of("exhausted");

    private static final Duration DIAL_FAILURES_COUNT_FOR = Duration.ofSeconds(30);

    private final Routes routes;
    private final RouteState route;
    private final SegmentedPool<HttpRoute, PooledConnection, RouteState> store;
    private final int pending;
    private final long nowNanos;

    ExhaustionReporter(
            Routes routes,
            RouteState route,
            SegmentedPool<HttpRoute, PooledConnection, RouteState> store,
            int pending,
            long nowNanos) {
        this.routes = routes;
        this.route = route;
        this.store = store;
        this.pending = pending;
        this.nowNanos = nowNanos;
    }

    PoolExhaustedException timedOut(Duration waited, boolean isOwnLimit) {
        PoolExhaustedException exhausted = shortage(waited)
                .timedOut(
                        routes.name(),
                        waited,
                        isOwnLimit
                                ? "the request's connectionRequestTimeout"
                                : routes.names().of("timeouts.poolWait"));
        Throwable lastFailure = route.dialFailure();
        if (lastFailure != null && exhausted.verdict() == Verdict.DIALS_FAILING) {
            exhausted.initCause(lastFailure);
        }
        return logged(exhausted);
    }

    PoolExhaustedException rejected(int maxPending) {
        Duration patience = Duration.ofNanos(route.policy().poolWaitNanos);
        return logged(shortage(patience)
                .rejected(routes.name(), maxPending, routes.names().of("maxPending")));
    }

    private PoolExhaustedException logged(PoolExhaustedException exhausted) {
        long silent = route.incidents().exhaustionLog().silentBefore(System.nanoTime());
        if (silent >= 0) {
            LOG.warn("{}{}", exhausted.getMessage(), silent == 0 ? "" : " (and " + silent + " more like this before)");
        }
        return exhausted;
    }

    private Shortage shortage(Duration patience) {
        RouteSnapshot snapshot = Snapshots.brief(route);
        Sharing sharing = route.sharing();
        Exhaustion.Total total = total(snapshot, sharing);
        Exhaustion.InFlight exchanges = exchanges(snapshot);
        boolean isOfAllRoutes = exchanges == null && Exhaustion.isTotalTaken(snapshot, sharing, total);
        Holders holders = Holders.of(route, isOfAllRoutes ? routes.busy() : List.of(), nowNanos);
        Exhaustion figures = new Exhaustion(
                snapshot,
                total,
                holders.figures(),
                route.dials().failure(nowNanos, DIAL_FAILURES_COUNT_FOR.toNanos()),
                patience,
                route.incidents().exhaustionLog().recent(route.traffic(), nowNanos),
                sharing,
                route.policy().limitSetting,
                exchanges,
                routes.names());
        Verdicts.Reasoned verdict = Verdicts.of(figures, route.incidents().exhaustionLog().tendency, nowNanos);
        return new Shortage(
                snapshot,
                Snapshots.totals(store.stats(), pending),
                verdict.verdict(),
                verdict.explanation(),
                holders.told());
    }

    private Exhaustion.@Nullable InFlight exchanges(RouteSnapshot snapshot) {
        int max = snapshot.maxInFlight();
        return max > 0 && snapshot.inFlight() >= max
                ? new Exhaustion.InFlight(max, route.policy().inFlightSetting)
                : null;
    }

    // The largest holder matters only if the total limit is reached.
    private Exhaustion.Total total(RouteSnapshot snapshot, Sharing sharing) {
        Exhaustion.Total total = new Exhaustion.Total(store.maxTotal(), store.allocated(), null, 0);
        if (!Exhaustion.isTotalTaken(snapshot, sharing, total)) {
            return total;
        }
        LargestRoutes.Share largest = routes.largest().except(route, nowNanos);
        return largest == null
                ? total
                : new Exhaustion.Total(total.max(), total.open(), largest.target(), largest.open());
    }
}
