package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.engine.Segment;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.routing.RoutingSupport;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
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
    private static final long WARM_UP_PAUSE_MILLIS = 1;

    private static final long NEVER_RESTED = -1;

    private final ConnectionPool pool;

    // How many callers had entered when all idle connections were closed on request; none is opened until the next one.
    private volatile long callersAtRest = NEVER_RESTED;

    // Set when it is to open at once what routes must have.
    private volatile boolean isHurried = true;

    // The rest is used by the maintenance thread alone.
    private final Set<HttpRoute> kept = new HashSet<>();
    private final Set<HttpRoute> lacking = new HashSet<>();
    private @Nullable PoolConfig readFrom;
    private long filledNanos;

    Spares(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Opens no connection before the next request. */
    void rest() {
        callersAtRest = pool.lifecycle.entered();
    }

    /** Lets the next pass open what routes must have, because that has changed. */
    void hurry() {
        isHurried = true;
    }

    /** Opens what routes must have; returns the nanoseconds until it should look again. */
    long fill() {
        PoolConfig config = pool.routes().config;
        long pauseNanos = Math.min(
                FILL_PAUSE_NANOS, config.effective().eviction().interval().toNanos());
        long leftNanos = pauseNanos - (System.nanoTime() - filledNanos);
        // Earlier than asked for, as passes are: the next one may come much later.
        if (!isHurried && leftNanos > pauseNanos / 4) {
            return leftNanos;
        }
        isHurried = false;
        filledNanos = System.nanoTime();
        read(config);
        if (!kept.isEmpty() && pool.isOpen() && callersAtRest != pool.lifecycle.entered()) {
            callersAtRest = NEVER_RESTED;
            kept.forEach(this::fill);
        }
        return pauseNanos;
    }

    @SuppressWarnings("ReferenceEquality") // a configuration is replaced as a whole
    private void read(PoolConfig config) {
        if (config == readFrom) {
            return;
        }
        kept.clear();
        for (String target : config.routes()) {
            if (!target.contains("*") && config.effective(target).minIdle() > 0) {
                HttpRoute route = direct(config.effective(target).target());
                if (!isProxied(config, route.getTargetHost())) { // a request opens its own tunnel
                    kept.add(route);
                }
            }
        }
        lacking.retainAll(kept);
        readFrom = config;
    }

    /** Tells whether requests, not sockets, go through a proxy: only a request can open their connections. */
    static boolean isProxied(PoolConfig config, HttpHost host) {
        return config.proxyFor(host.getSchemeName(), host.getHostName(), host.getPort())
                .filter(proxy -> !"socks".equalsIgnoreCase(proxy.getScheme()))
                .isPresent();
    }

    // The route on which HttpClient sends a request to an origin without a proxy.
    private static HttpRoute direct(String target) {
        try {
            HttpHost host = RoutingSupport.normalize(
                    RoutingSupport.determineHost(
                            ClassicRequestBuilder.get(target + "/").build()),
                    null);
            return new HttpRoute(host, null, "https".equals(host.getSchemeName()));
        } catch (HttpException e) {
            throw new IllegalArgumentException(target + " is not a target", e);
        }
    }

    // No more at once than there should be, so a server that closes each at once is not dialed endlessly. After a
    // failed dial it pauses, and then tries a single one.
    private void fill(HttpRoute to) {
        RouteState route = pool.routes().of(to);
        long nowNanos = pool.nowNanos();
        RouteState.DialFailure failure = route.dialFailure(nowNanos, Long.MAX_VALUE);
        Segment.Stats now = route.stats();
        long left = (long) route.limits().minIdle() - now.ready() - now.dialing();
        if ((left > 0 && failure != null && lacking.add(to)) || (failure == null && lacking.remove(to))) {
            tell(route, failure);
        }
        if (failure != null || route.newCapacity() != 1) {
            boolean isTooSoon = failure != null && nowNanos - failure.atNanos() < RETRY_PAUSE_NANOS;
            left = now.dialing() > 0 || isTooSoon ? 0 : Math.min(1, left);
        }
        while (left > 0 && route.openSpare() != null) {
            left--;
        }
    }

    private void tell(RouteState route, RouteState.@Nullable DialFailure failure) {
        String name = pool.routes().name();
        int least = route.limits().minIdle();
        if (failure == null) {
            LOG.info("Pool '{}': idle connections to {} can be opened again (minIdle {})", name, route.target, least);
            return;
        }
        LOG.warn(
                "Pool '{}': no idle connection to {} can be opened (minIdle {}): {}; one is tried again every second",
                name,
                route.target,
                least,
                failure.cause().toString());
    }

    /**
     * Opens connections, one after the other, until a number of them is open. The calling thread waits. If one fails, those
     * opened before stay open.
     */
    void warmUp(String target, int connections) {
        PoolConfig config = pool.routes().config;
        RouteConfig limits = config.effective(target);
        String name = "Pool '" + config.name() + "': warmUp(\"" + limits.target() + "\", " + connections + ")";
        HttpRoute to = direct(limits.target());
        if (isProxied(config, to.getTargetHost())) {
            throw new IllegalStateException(name + " is possible for direct routes only, but this pool has a proxy,"
                    + " through which connections are opened by their requests; leave warmUp out, or name the target in"
                    + " noProxy");
        }
        int ofPool = Math.min(config.maxTotal(), unlimitedIfZero(config.maxIdle()));
        int ofRoute = Math.min(limits.maxConnections(), unlimitedIfZero(limits.maxInFlight()));
        int most = Math.min(limits.maxIdle(), Math.min(ofPool, ofRoute));
        if (connections < 1 || connections > most) {
            throw new IllegalArgumentException(name + " must ask for 1 to " + most + " connections, the smallest of"
                    + " maxTotal, maxIdle, and maxConnections, maxIdle and maxInFlight of the route");
        }
        RouteState route = pool.routes().of(to);
        try {
            while (open(route, connections) < connections) {
                openOne(route);
            }
        } catch (IOException | InterruptedException e) {
            boolean isInterrupt = e instanceof InterruptedException;
            if (isInterrupt) {
                Thread.currentThread().interrupt();
            }
            throw new UncheckedIOException(
                    "Pool '" + config.name() + "': " + open(route, connections) + " of " + connections
                            + " connections to " + limits.target() + " are open, then: "
                            + (isInterrupt ? "interrupted" : e.getMessage()),
                    e instanceof IOException failure ? failure : new InterruptedIOException());
        }
    }

    private static int unlimitedIfZero(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    // One that speaks HTTP/2 counts for all, because it carries as many exchanges.
    private static int open(RouteState route, int connections) {
        List<PooledConnection> open = route.open();
        boolean isShared = open.stream()
                .anyMatch(each -> HttpVersion.HTTP_2.equals(each.own().getProtocolVersion()));
        return isShared ? connections : open.size();
    }

    private void openOne(RouteState route) throws IOException, InterruptedException {
        long beganNanos = pool.nowNanos();
        PooledConnection connection = (PooledConnection) route.openSpare();
        while (connection == null || !connection.isEstablished()) {
            if (!pool.isOpen()) {
                throw pool.lifecycle.refusal();
            }
            long waitedNanos = pool.nowNanos() - beganNanos;
            RouteState.DialFailure failed = route.dialFailure(pool.nowNanos(), waitedNanos);
            boolean isFull = waitedNanos >= route.policy.poolWaitNanos;
            if (connection == null ? failed != null || isFull : connection.isClosed()) {
                Throwable cause = failed == null ? null : failed.cause();
                throw cause instanceof IOException failure
                        ? failure
                        : new IOException(cause == null ? "no place was free for another" : cause.toString(), cause);
            }
            TimeUnit.MILLISECONDS.sleep(WARM_UP_PAUSE_MILLIS);
            connection = connection == null ? (PooledConnection) route.openSpare() : connection;
        }
    }
}
