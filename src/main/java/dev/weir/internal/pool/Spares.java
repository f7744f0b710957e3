package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.engine.Segment;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens connections without a caller: those that routes must have ({@code minIdle}), and those of {@code warmUp}. */
final class Spares {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    /** How long it may take to notice that one of those that a route must have was leased or closed, at most. */
    private static final long FILL_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // After a failed dial: about the restart time of a process that fails quickly.
    private static final long RETRY_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Until a place is free, or a dial has ended.
    private static final long WARM_UP_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long NEVER_RESTED = -1;

    private final ConnectionPool pool;

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;

    // The routes that must have connections, and whether that was impossible when they were last looked at.
    private volatile Map<HttpRoute, Boolean> kept = Map.of();
    private final AtomicLong filledNanos = new AtomicLong();

    Spares(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Opens no connection before the next request. */
    void rest() {
        callersAtRest = pool.lifecycle.entered();
    }

    /** Finds out what routes must have, and lets the next pass open that. */
    void configure(PoolConfig config) {
        Map<HttpRoute, Boolean> next = new ConcurrentHashMap<>();
        for (String target : config.routes()) {
            RouteConfig rule = target.contains("*") ? null : config.effective(target);
            if (rule != null && rule.minIdle() > 0 && !isProxied(rule)) { // a request opens its own tunnel
                next.put(direct(rule.target()), false);
            }
        }
        kept = next;
        filledNanos.set(System.nanoTime() - FILL_PAUSE_NANOS);
    }

    /** Opens what routes must have, unless it did so within an interval. */
    void fill(long intervalNanos) {
        long nowNanos = System.nanoTime();
        long before = filledNanos.get();
        // Passes come a little earlier than asked for, and the next one may come much later.
        boolean isTime = nowNanos - before >= Math.min(FILL_PAUSE_NANOS, intervalNanos) / 4 * 3;
        if (isTime
                && pool.lifecycle.isOpen()
                && callersAtRest != pool.lifecycle.entered()
                && filledNanos.compareAndSet(before, nowNanos)) {
            callersAtRest = NEVER_RESTED;
            kept.replaceAll((route, isLacking) -> fill(pool.route(route), isLacking));
        }
    }

    // No more at once than there should be, so a server that closes each at once is not dialed endlessly. After a
    // failed dial it pauses, and then tries a single one. Returns whether the route lacks some.
    private boolean fill(RouteState route, boolean wasLacking) {
        long nowNanos = pool.nowNanos();
        RouteState.DialFailure failure = route.dialFailure(nowNanos, Long.MAX_VALUE);
        Segment.Stats now = route.stats();
        int least = route.limits().minIdle();
        long left = (long) least - now.ready() - now.dialing();
        boolean isLacking = failure != null && (wasLacking || left > 0);
        if (failure != null && isLacking && !wasLacking) {
            LOG.warn(
                    "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; one is tried again every"
                            + " second",
                    pool.name(),
                    route.target,
                    least,
                    failure.cause().toString());
        } else if (wasLacking && !isLacking) {
            LOG.info(
                    "Pool '{}': idle connections to {} can be opened again (minIdle {})",
                    pool.name(),
                    route.target,
                    least);
        }
        if (failure != null || route.newCapacity() != 1) {
            boolean isTooSoon = failure != null && nowNanos - failure.atNanos() < RETRY_PAUSE_NANOS;
            left = isTooSoon ? 0 : Math.min(1L - now.dialing(), left);
        }
        while (left > 0 && route.openSpare() != null) {
            left--;
        }
        return isLacking;
    }

    /** Tells whether requests, not sockets, go through a proxy: only a request can open their connections. */
    private static boolean isProxied(RouteConfig config) {
        return config.proxy()
                .filter(proxy -> !"socks".equalsIgnoreCase(proxy.getScheme()))
                .isPresent();
    }

    // The route on which HttpClient sends a request to an origin without a proxy.
    private static HttpRoute direct(String target) {
        try {
            HttpRequest request = new BasicHttpRequest("GET", URI.create(target));
            HttpHost host = RoutingSupport.normalize(RoutingSupport.determineHost(request), null);
            return new HttpRoute(host, null, "https".equals(host.getSchemeName()));
        } catch (HttpException e) {
            throw new IllegalArgumentException(target + " is not a target", e);
        }
    }

    /**
     * Opens connections, one after the other, until a number of them is open. The calling thread waits. If one fails, those
     * opened before stay open.
     */
    void warmUp(String target, int connections) {
        PoolConfig config = pool.config();
        RouteConfig rule = config.effective(target);
        String name = "Pool '" + config.name() + "': warmUp(\"" + rule.target() + "\", " + connections + ")";
        if (isProxied(rule)) {
            throw new IllegalStateException(name + " is possible for direct routes only, but this pool has a proxy,"
                    + " through which connections are opened by their requests; leave warmUp out, or name the target in"
                    + " noProxy");
        }
        RouteState route = pool.route(direct(rule.target()));
        Segment.Limits limits = route.limits();
        int ofPool = Math.min(config.maxTotal(), RoutePolicy.unlimitedIfZero(config.maxIdle()));
        int ofRoute = Math.min(limits.maxEntries(), Math.min(limits.maxIdle(), limits.maxInFlight()));
        int most = Math.min(ofPool, ofRoute);
        if (connections < 1 || connections > most) {
            throw new IllegalArgumentException(name + " must ask for 1 to " + most + " connections, the smallest of"
                    + " maxTotal, maxIdle, and maxConnections, maxIdle and maxInFlight of the route");
        }
        PooledConnection next = null;
        long beganNanos = pool.nowNanos();
        for (int open = open(route, connections); open < connections; open = open(route, connections)) {
            if (!pool.lifecycle.isOpen()) {
                throw pool.lifecycle.refusal();
            }
            if (next != null && next.isEstablished()) {
                next = null;
                beganNanos = pool.nowNanos();
            }
            next = next == null ? (PooledConnection) route.openSpare() : next;
            IOException why = whyNot(route, next, pool.nowNanos() - beganNanos);
            if (why != null) {
                throw new UncheckedIOException(
                        "Pool '" + config.name() + "': " + open + " of " + connections + " connections to "
                                + rule.target() + " are open, then: " + why.getMessage(),
                        why);
            }
            LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
        }
    }

    // One that speaks HTTP/2 counts for all, because it carries as many exchanges.
    private static int open(RouteState route, int connections) {
        List<PooledConnection> open = route.open();
        return open.stream().anyMatch(PooledConnection::isMultiplexed) ? connections : open.size();
    }

    // Why the next, null if none could be begun, will not be open; null as long as it may.
    private @Nullable IOException whyNot(RouteState route, @Nullable PooledConnection next, long waitedNanos) {
        if (Thread.currentThread().isInterrupted()) {
            return new InterruptedIOException("interrupted");
        }
        RouteState.DialFailure failed = route.dialFailure(pool.nowNanos(), waitedNanos);
        boolean isOver = next == null ? failed != null || waitedNanos >= route.policy.poolWaitNanos : next.isClosed();
        if (!isOver) {
            return null;
        }
        Throwable cause = failed == null ? null : failed.cause();
        return cause instanceof IOException failure
                ? failure
                : new IOException(cause == null ? "no place was free for another" : cause.toString(), cause);
    }
}
