package dev.weir.spring.actuate;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Setting;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Limits that somebody wants a pool to have; those that are null stay as they are.
 *
 * @param maxTotal most connections over all routes
 * @param maxPerRoute most connections of a route without a limit of its own
 * @param route the target or pattern that {@code maxConnections} is for
 * @param maxConnections most connections of that route
 */
record NewLimits(
        @Nullable Integer maxTotal,
        @Nullable Integer maxPerRoute,
        @Nullable String route,
        @Nullable Integer maxConnections) {

    private static final String ORIGIN = "route ";

    /** Returns the configuration with these limits; throws {@link IllegalArgumentException} if it would break a rule. */
    PoolConfig in(PoolConfig config) {
        check();
        PoolConfig.Builder builder = config.toBuilder();
        if (maxTotal != null) {
            builder.maxTotal(maxTotal);
        }
        if (maxPerRoute != null) {
            builder.maxPerRoute(maxPerRoute);
        }
        if (route != null) {
            checkRule(config, route);
            builder.route(route, rule -> rule.maxConnections(Objects.requireNonNull(maxConnections)));
        }
        return builder.build();
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
            throw new IllegalArgumentException("route and maxConnections must stand together, but "
                    + (route == null ? "route" : "maxConnections")
                    + " is missing: such as {\"route\": \"https://recs:8443\", \"maxConnections\": 10}");
        }
    }

    /** A rule for a target alone would take from it whatever else the rule of a pattern says about it. */
    private static void checkRule(PoolConfig config, String target) {
        if (config.routes().stream().map(RouteRule::target).anyMatch(target::equals)) {
            return;
        }
        if (target.contains("*")) {
            throw new IllegalArgumentException(
                    "route must be a target, or a pattern that the pool has a rule for, but was "
                            + target.replaceAll("//.*@", "//***@")
                            + ": such as https://recs:8443");
        }
        config.effective(target).settings().stream()
                .map(Setting::origin)
                .filter(origin -> origin.startsWith(ORIGIN))
                .map(origin -> origin.substring(ORIGIN.length()))
                .filter(rule -> rule.contains("*"))
                .findAny()
                .ifPresent(pattern -> {
                    throw new IllegalArgumentException("route must be the pattern " + pattern
                            + ", whose rule holds for " + target + " and would no longer: set the limit of the pattern,"
                            + " such as {\"route\": \"" + pattern + "\", \"maxConnections\": 10}");
                });
    }
}
