package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.engine.SpareNeed;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import dev.weir.internal.maintenance.Maintenance;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * Opens the idle connections that routes should have ({@code minIdle}), and replacements for those that were leased or
 * closed. It takes no place from a caller, and dials only as the governor of the route allows; a pool that drains or is
 * closed gets none. The dials run on separate threads.
 */
final class IdleKeeper implements Maintained {

    private static final Log LOG = Log.of(IdleKeeper.class);

    /** How long it may take to notice that one was leased or closed. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NEVER_RESTED = -1;

    private final ConnectionPool pool;
    private final ReplacementDialer dialer;
    private final Predicate<HttpHost> isProxied;

    // Used by the maintenance thread alone.
    private Map<HttpRoute, KeptRoute> kept = Map.of();
    private @Nullable PoolConfig readFrom;

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;

    IdleKeeper(ConnectionPool pool, ReplacementDialer dialer, Predicate<HttpHost> isProxied) {
        this.pool = pool;
        this.dialer = dialer;
        this.isProxied = isProxied;
    }

    /** Opens none before the next request. */
    void rest() {
        callersAtRest = pool.callersSoFar();
    }

    @Override
    public long maintain() {
        read(pool.routes().config());
        if (!kept.isEmpty() && pool.isOpen() && callersAtRest != pool.callersSoFar()) {
            callersAtRest = NEVER_RESTED;
            kept.values().forEach(this::fill);
        }
        long intervalNanos = pool.routes().intervalNanos();
        return kept.isEmpty() ? intervalNanos : Math.min(intervalNanos, PAUSE_NANOS);
    }

    @SuppressWarnings("ReferenceEquality") // a configuration is replaced as a whole
    private void read(PoolConfig config) {
        if (config == readFrom) {
            return;
        }
        Map<HttpRoute, KeptRoute> now = new HashMap<>();
        for (RouteRule rule : config.routes()) {
            if (!rule.target().contains("*")) {
                RouteConfig effective = config.effective(rule.target());
                if (effective.minIdle() > 0) {
                    HttpRoute route = DirectRoute.to(effective.target());
                    KeptRoute before = kept.get(route);
                    now.put(route, before == null ? new KeptRoute(route) : before);
                }
            }
        }
        kept = now;
        readFrom = config;
    }

    private void fill(KeptRoute each) {
        if (isProxied.test(each.route().getTargetHost())) {
            return; // a request opens its own tunnel
        }
        RouteState route = pool.routes().of(each.route());
        long nowNanos = pool.nowNanos();
        if (route.dials().failure(nowNanos, Long.MAX_VALUE) == null) {
            each.update(Refill::recovered);
        }
        int lacking = each.refill().lacking(route.policy().minIdle, lasting(route, nowNanos), nowNanos);
        int atOnce = dialer.mayServeAll(route) ? 1 - each.refill().opening() : lacking;
        int begun = 0;
        while (begun < Math.min(lacking, atOnce) && open(route, each, nowNanos)) {
            begun++;
        }
        each.lacksMore(begun < lacking);
    }

    /** How many are ready, less those to be replaced before they end, as far as the limits allow that many at once. */
    private int lasting(RouteState route, long nowNanos) {
        int ready = pool.store().ready(route.route());
        int room = route.policy().maxIdle - ready;
        if (ready == Integer.MAX_VALUE || room <= 0) {
            return ready;
        }
        long ending = route.connections().stream()
                .filter(connection -> connection.isIdle() && Retirement.isNear(connection, route.policy(), nowNanos))
                .count();
        return ready - (int) Math.min(ending, room);
    }

    private boolean open(RouteState route, KeptRoute each, long nowNanos) {
        // Made before a place is taken: that must not be lost for lack of memory.
        Consumer<Boolean> whenEnded = isThere -> ended(route, each, isThere);
        each.update(refill -> refill.begin(nowNanos));
        boolean isUnderWay = false;
        try {
            ReplacementDialer.Replacement place = take(route);
            isUnderWay = place != null && place.dial(whenEnded);
        } finally {
            if (!isUnderWay) {
                each.update(Refill::withdrawn);
            }
        }
        return isUnderWay;
    }

    private ReplacementDialer.@Nullable Replacement take(RouteState route) {
        try {
            return dialer.take(route, SpareNeed.MINIMUM);
        } catch (IOException e) {
            LOG.debug("No idle connection to {} can be opened", route.target(), e);
            return null;
        }
    }

    private void ended(RouteState route, KeptRoute each, boolean isThere) {
        long nowNanos = pool.nowNanos();
        each.update(refill -> isThere ? refill.opened() : refill.failed(nowNanos));
        if (pool.isOpen() && each.note(!isThere)) {
            tell(route, isThere);
        }
        if (isThere && each.isShort()) {
            Maintenance.shared().hurry(this);
        }
    }

    private void tell(RouteState route, boolean isThere) {
        String name = pool.routes().name();
        int least = route.policy().minIdle;
        if (isThere) {
            LOG.info("Pool '{}': idle connections to {} can be opened again (minIdle {})", name, route.target(), least);
            return;
        }
        Throwable cause = pool.store().dialFailure(route.route());
        LOG.warn(
                "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; tried again after 1 s, later every"
                        + " {} s",
                name,
                route.target(),
                least,
                cause == null ? "the dial was canceled" : cause.toString(),
                TimeUnit.NANOSECONDS.toSeconds(Refill.LONGEST_PAUSE_NANOS));
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the idle connections of pool '" + pool.routes().name() + "' (minIdle)";
    }
}
