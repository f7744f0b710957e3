package dev.weir.internal.diagnosis;

import dev.weir.event.DialOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a moment at which a caller got no connection. Immutable.
 *
 * @param route the route
 * @param total the connections of all routes
 * @param holders the holders of the connections
 * @param dialFailure how the last dial of the route failed; null if it did not
 * @param patience how long the caller was ready to wait, or callers usually are
 * @param traffic what the route carried recently
 * @param sharing how many exchanges one of its connections carries at once
 * @param limitKnob the Java name of the setting of the route's limit of connections
 * @param inFlight the limit of exchanges that is reached; null if none is
 * @param names the names of settings
 */
public record Exhaustion(
        RouteSnapshot route,
        Total total,
        Held holders,
        @Nullable DialOutcome dialFailure,
        Duration patience,
        Traffic traffic,
        Sharing sharing,
        String limitKnob,
        @Nullable InFlight inFlight,
        SettingNames names) {

    /**
     * The connections of all routes.
     *
     * @param max {@code maxTotal}
     * @param open connections that are established or being so
     * @param largest the other route that has most of them; null if no other has any
     * @param largestOpen how many that has
     */
    public record Total(int max, int open, @Nullable String largest, int largestOpen) {}

    /**
     * The holders of the connections that are short.
     *
     * @param byCaller how many the caller's own thread holds
     * @param suspected how many are suspected to be leaked
     * @param medianAge for how long half of them have been held at least
     */
    public record Held(int byCaller, int suspected, Duration medianAge) {}

    /**
     * A limit of exchanges that is reached.
     *
     * @param max how many it allows
     * @param setting the Java name of its setting
     */
    public record InFlight(int max, String setting) {}

    /**
     * Tells whether a route lacks connections because all routes together have reached their limit.
     *
     * @param route the route
     * @param sharing how many exchanges one of its connections carries at once
     * @param total the connections of all routes
     * @return whether the route itself might have more
     */
    public static boolean isTotalTaken(RouteSnapshot route, Sharing sharing, Total total) {
        return total.open() >= total.max() && hasRoom(route, sharing);
    }

    private static boolean hasRoom(RouteSnapshot route, Sharing sharing) {
        int taken = Math.max(open(route) + route.dialing(), sharing.connections(route.leased()) + route.idle());
        return taken < route.limit();
    }

    private static int open(RouteSnapshot route) {
        return (int) Math.max(0, route.opened() - route.closed());
    }

    /** Returns the connections that are established. */
    int open() {
        return open(route);
    }

    /** Returns what callers hold: exchanges where these share connections. */
    int heldByAll() {
        return sharing.isShared() ? route.leased() : open();
    }

    /** Tells whether the route might have more connections. */
    boolean hasRoom() {
        return hasRoom(route, sharing);
    }

    boolean isTotalTaken() {
        return isTotalTaken(route, sharing, total);
    }
}
