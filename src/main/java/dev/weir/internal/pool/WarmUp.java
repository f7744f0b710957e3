package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections in advance, one after the other, as the pool opens those that a route must have. The calling thread waits.
 *
 * @param pool the pool
 * @param control knows its configuration
 */
record WarmUp(ConnectionPool pool, PoolControl control) {

    // Until a place is free, or a dial has ended.
    private static final long PAUSE_MILLIS = 1;

    /** Opens connections until a number of them is open. If one fails, those opened before stay open. */
    void run(String target, int connections) {
        RouteConfig config = control.config().effective(target);
        check(config, connections);
        RouteState route = pool.routes().of(DirectRoute.to(config.target()));
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
                    "Pool '" + control.config().name() + "': " + open(route, connections) + " of " + connections
                            + " connections to " + config.target() + " are open, then: "
                            + (isInterrupt ? "interrupted" : e.getMessage()),
                    e instanceof IOException failure ? failure : new InterruptedIOException());
        }
    }

    private void check(RouteConfig route, int connections) {
        PoolConfig config = control.config();
        String name = "Pool '" + config.name() + "': warmUp(\"" + route.target() + "\", " + connections + ")";
        HttpHost host = DirectRoute.to(route.target()).getTargetHost();
        if (control.isProxied(host)) {
            throw new IllegalStateException(
                    name + " is possible for direct routes only, but this pool has a proxy, through"
                            + " which connections are opened by their requests; leave warmUp out, or name the target"
                            + " in noProxy");
        }
        if (connections < 1) {
            throw new IllegalArgumentException(name + " must ask for at least 1 connection; 1 would pass");
        }
        check(name, connections, "maxTotal", config.maxTotal());
        check(name, connections, "maxConnections of the route", route.maxConnections());
        check(name, connections, "maxIdle of the route", route.maxIdle());
        check(name, connections, "maxIdle", unlimitedIfZero(config.maxIdle()));
        check(name, connections, "maxInFlight of the route", unlimitedIfZero(route.maxInFlight()));
    }

    private static int unlimitedIfZero(int limit) {
        return limit == 0 ? Integer.MAX_VALUE : limit;
    }

    private static void check(String name, int connections, String knob, int limit) {
        if (connections > limit) {
            throw new IllegalArgumentException(name + " must not exceed " + knob + " (" + limit + "), but was "
                    + connections
                    + (knob.startsWith("maxInFlight")
                            ? ": they are opened all at once, each as an exchange; "
                            : ": those above it would be closed again at once; ")
                    + limit + " would pass");
        }
    }

    /** How many connections are open; one that speaks HTTP/2 counts for all, because it carries as many exchanges. */
    private static int open(RouteState route, int connections) {
        List<PooledConnection> open = route.open();
        boolean isShared = open.stream().anyMatch(each -> HttpVersion.HTTP_2.equals(each.getProtocolVersion()));
        return isShared ? connections : open.size();
    }

    private void openOne(RouteState route) throws IOException, InterruptedException {
        long beganNanos = pool.nowNanos();
        PooledConnection connection = null;
        boolean isOver = false;
        while (pool.isOpen() && !isOver) {
            connection = connection == null ? (PooledConnection) route.openSpare() : connection;
            isOver = connection != null
                    ? connection.isEstablished() || connection.isClosed()
                    : failure(route, beganNanos) != null || pool.nowNanos() - beganNanos >= route.policy.poolWaitNanos;
            TimeUnit.MILLISECONDS.sleep(isOver ? 0 : PAUSE_MILLIS);
        }
        if (!pool.isOpen()) {
            throw pool.lifecycle.refusal();
        }
        if (connection == null || !connection.isEstablished()) {
            Throwable cause = failure(route, beganNanos);
            throw cause instanceof IOException failure
                    ? failure
                    : new IOException(cause == null ? "no place was free for another" : cause.toString(), cause);
        }
    }

    private static @Nullable Throwable failure(RouteState route, long sinceNanos) {
        long nowNanos = route.nowNanos();
        RouteState.DialFailure failure = route.dialFailure(nowNanos, nowNanos - sinceNanos);
        return failure == null ? null : failure.cause();
    }
}
