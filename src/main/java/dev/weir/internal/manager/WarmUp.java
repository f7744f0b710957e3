package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.pool.DirectRoute;
import dev.weir.internal.pool.PoolControl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;

/** Opens connections in advance, by leasing them like any caller and releasing them unused. */
public final class WarmUp {

    private final PoolControl control;
    private final Opener opener;

    /** Opens connections as a call does. */
    public interface Opener {

        /**
         * Leases a place and opens a connection that no request has used.
         *
         * @param route its route
         * @return gives the place back
         * @throws IOException if it could not be opened; then there is nothing to give back
         */
        Runnable open(HttpRoute route) throws IOException;
    }

    /**
     * Creates it.
     *
     * @param control knows the limits and the open connections
     * @param opener opens the connections
     */
    public WarmUp(PoolControl control, Opener opener) {
        this.control = control;
        this.opener = opener;
    }

    /**
     * Opens connections until a number of them is open. If one fails, those opened before stay open.
     *
     * @param target scheme, host and port
     * @param connections the number
     * @throws IllegalArgumentException if the target is none, or the number is beyond the limits
     * @throws IllegalStateException if the pool goes through a proxy, or is closed
     * @throws UncheckedIOException if one could not be opened
     */
    public void run(String target, int connections) {
        PoolConfig config = control.config();
        RouteConfig route = config.effective(target);
        check(control, route, connections);
        open(DirectRoute.to(route.target()), route.target(), connections);
    }

    private static void check(PoolControl control, RouteConfig route, int connections) {
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
    private int open(String target, int connections) {
        return control.snapshot().routes().stream()
                .filter(route -> route.target().equals(target))
                .mapToInt(route -> isShared(route) ? connections : route.leased() + route.idle())
                .sum();
    }

    private static boolean isShared(RouteSnapshot route) {
        return route.connections().stream()
                .anyMatch(connection -> connection.protocol().startsWith("HTTP/2"));
    }

    // One after the other, so that none waits in the queue for long; the leases may include open connections.
    private void open(HttpRoute route, String target, int connections) {
        List<Runnable> held = new ArrayList<>();
        try {
            while (held.size() < connections && open(target, connections) < connections) {
                held.add(opener.open(route));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Pool '" + control.config().name() + "': " + open(target, connections) + " of " + connections
                            + " connections to " + target + " are open, then: " + e.getMessage(),
                    e);
        } finally {
            held.forEach(Runnable::run);
        }
    }
}
