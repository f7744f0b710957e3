package dev.weir.spring.actuate;

import dev.weir.spring.PoolChange;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits that a pool is to have; those that are null stay as they are.
 *
 * @param maxTotal most connections over all routes
 * @param maxPerRoute most connections of a route without a limit of its own
 * @param route the target or pattern that {@code maxConnections} is for
 * @param maxConnections most connections of that route
 */
record NewLimits(
        @Nullable String maxTotal,
        @Nullable String maxPerRoute,
        @Nullable String route,
        @Nullable String maxConnections) {

    /** Returns what is to change; throws {@link IllegalArgumentException} if that is nothing, or no limit. */
    PoolChange change() {
        check();
        Map<String, String> limits = new LinkedHashMap<>();
        put(limits, "maxTotal", maxTotal);
        put(limits, "maxPerRoute", maxPerRoute);
        put(limits, "maxConnections", maxConnections);
        return PoolChange.of(route, limits);
    }

    private static void put(Map<String, String> limits, String name, @Nullable String value) {
        if (value != null) {
            limits.put(name, value);
        }
    }

    /** Returns the route where nothing but a route makes sense. */
    String routeToDrain() {
        if (route == null) {
            throw new IllegalArgumentException(
                    "drain must name a route, but names none: such as {\"route\": \"https://recs:8443\"}");
        }
        return route;
    }

    private void check() {
        if (maxTotal == null && maxPerRoute == null && route == null && maxConnections == null) {
            throw new IllegalArgumentException("limit must name what it changes, but names nothing: give maxTotal,"
                    + " maxPerRoute, or route and maxConnections, such as {\"maxTotal\": 50}");
        }
        if ((route == null) != (maxConnections == null)) {
            throw new IllegalArgumentException("route and maxConnections must be given together, but "
                    + (route == null ? "route" : "maxConnections")
                    + " is missing: such as {\"route\": \"https://recs:8443\", \"maxConnections\": 10}");
        }
    }
}
