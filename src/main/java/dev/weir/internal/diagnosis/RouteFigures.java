package dev.weir.internal.diagnosis;

import dev.weir.config.RouteConfig;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.traffic.Traffic;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one route. Immutable.
 *
 * @param now the route at this moment, without its connections
 * @param config what holds for it
 * @param proxy the proxy that its connections lead through; empty if they are direct
 * @param traffic what it carried recently
 * @param sharing how many exchanges one of its connections carries at once
 * @param leaks connections that are not released
 * @param refusal what the last caller was told that got no connection; null if none was refused recently
 * @param names the names of settings
 */
public record RouteFigures(
        RouteSnapshot now,
        RouteConfig config,
        Optional<URI> proxy,
        Traffic traffic,
        Sharing sharing,
        LeakFigures leaks,
        Shortages.@Nullable Reasoned refusal,
        SettingNames names) {

    String target() {
        return now.target();
    }

    /** Returns the connections that its traffic needed at least when most of it was under way. */
    int peakConnections() {
        return sharing.peak(traffic);
    }

    /** Tells whether all connections that it may have were in use at once, with no room for another exchange. */
    boolean isFull() {
        return sharing.wereFull(now.limit(), traffic);
    }

    /** Returns the name of the knob that limits the connections of the route. */
    String limitKnob() {
        return names.inForce(config, "maxPerRoute", "maxConnections");
    }

    private String idleKnob() {
        return names.inForce(config, "maxIdlePerRoute", "maxIdle");
    }

    /** Returns the names of the knobs, one of which should be raised when there are too many idle connections. */
    String idleKnobs() {
        boolean isLimitedInAll = !config.setting("pool.maxIdle").value().equals("0");
        return isLimitedInAll
                ? names.of("maxIdle") + " (all routes) or " + idleKnob() + ", whichever is reached"
                : idleKnob() + " to the limit of the route";
    }

    /** Returns the name of the knob that gives the route a value. */
    String knob(String setting) {
        return names.inForce(config, setting, setting);
    }

    /** Tells whether the limit was set explicitly. */
    boolean isLimitExplicit() {
        return !config.setting("maxConnections").origin().startsWith("default");
    }
}
