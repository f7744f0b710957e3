package dev.weir.internal.diagnosis;

import dev.weir.config.RouteConfig;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.traffic.Traffic;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one route, and the sizes that follow from it. Traffic is counted in exchanges; {@code maxPerRoute} and
 * {@code maxTotal} limit connections, which carry several exchanges at once over HTTP/2. Immutable.
 *
 * @param now the route at this moment, without its connections
 * @param config what holds for it
 * @param proxy the proxy that its connections lead through; empty if they are direct
 * @param traffic what it carried recently
 * @param sharing how many exchanges one of its connections carries at once, at most; 1 over HTTP/1.1
 * @param leaks connections that are not released
 * @param refusal what the last caller was told that got no connection; null if none was refused recently
 * @param names the names of settings
 */
public record RouteFigures(
        RouteSnapshot now,
        RouteConfig config,
        Optional<URI> proxy,
        Traffic traffic,
        int sharing,
        Leaks leaks,
        Exhaustion.@Nullable Reasoned refusal,
        SettingNames names) {

    // Fewer prove nothing.
    private static final long ENOUGH_LEASES = 100;

    // One caller in a hundred waits with so many standard deviations above the load: the rule of the square root
    // (Halfin and Whitt).
    private static final double DEVIATIONS = 2.58;

    /**
     * What is known of leaks on a route.
     *
     * @param held connections that were not given back for too long, and still are not
     * @param takenBack connections that were recently taken back, because their response was garbage collected
     * @param callSite where the latest of them was leased, such as {@code shop.Orders.load(Orders.java:42)}
     */
    public record Leaks(long held, long takenBack, String callSite) {

        /** No leaks. */
        public static final Leaks NONE = new Leaks(0, 0, "unknown");

        /** {@return whether there are any} */
        public boolean areAny() {
            return held > 0 || takenBack > 0;
        }
    }

    String target() {
        return now.target();
    }

    /** Returns the connections that are established. */
    int open() {
        return (int) Math.max(0, now.opened() - now.closed());
    }

    /** Tells whether the route might have more connections. */
    public boolean hasRoom() {
        int taken = Math.max(open() + now.dialing(), connections(now.leased()) + now.idle());
        return taken < now.limit();
    }

    /** Tells whether as many exchanges are under way as it may have. */
    public boolean isInFlightLimitReached() {
        return now.maxInFlight() > 0 && now.inFlight() >= now.maxInFlight();
    }

    /** Returns how many callers got no connection recently. */
    long refused() {
        return traffic.leases(LeaseOutcome.TIMED_OUT) + traffic.leases(LeaseOutcome.REJECTED);
    }

    /** Tells whether a connection carries several exchanges at once. */
    boolean isShared() {
        return sharing > 1;
    }

    private int connections(int exchangesAtOnce) {
        return (int) (((long) exchangesAtOnce + sharing - 1) / sharing);
    }

    /** Returns the connections that its traffic needed at least when most of it was under way. */
    int peakConnections() {
        return connections(traffic.peakInUse());
    }

    /** Tells whether all connections that it may have were in use at once, with no room for another exchange. */
    boolean wasFull() {
        return traffic.peakInUse() >= (long) now.limit() * sharing;
    }

    /** Tells whether there was enough traffic to tell what it needs. */
    boolean isNeedKnown() {
        return traffic.held().count() >= ENOUGH_LEASES && !traffic.held().mean().isZero();
    }

    private int neededExchanges() {
        double load = demandPerSecond() * traffic.held().mean().toNanos() / 1e9;
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(load + DEVIATIONS * Math.sqrt(load)));
    }

    /** Returns the number of connections with which hardly any caller would wait. */
    int neededConnections() {
        return connections(neededExchanges());
    }

    /** Returns the value to which to raise a reached limit of connections: one for exceptions, log and findings. */
    int advisedConnections() {
        return Math.max(neededConnections(), now.limit() + 1);
    }

    /** Returns the value to which to raise a reached limit of exchanges. */
    int advisedExchanges() {
        return Math.max(neededExchanges(), config.maxInFlight() + 1);
    }

    // The rate at which callers arrived, including those that got nothing.
    private double demandPerSecond() {
        double seconds = Math.max(1e-9, traffic.span().toNanos() / 1e9);
        return Math.max(traffic.ratePerSecond(), traffic.totalLeases() / seconds);
    }

    /** Says how many requests come, and how long each takes. */
    String demand(String mean) {
        String each = isShared() ? " requests, each taking " : " requests, each holding a connection for ";
        return Wording.rate(demandPerSecond()) + each + mean + " on average";
    }

    /** Describes the traffic beside a limit of exchanges. */
    String inExchanges() {
        Duration p50 = traffic.held().percentile(0.5);
        Duration p99 = traffic.held().percentile(0.99);
        return demand(Wording.time(traffic.held().mean())) + " (half up to " + Wording.time(p50) + ", 99 % up to "
                + Wording.time(p99) + (isShared() ? "), most at once " : "), most in use at once ")
                + traffic.peakInUse();
    }

    /** Describes the traffic beside a limit of connections. */
    String inConnections() {
        int connections = peakConnections();
        return isShared()
                ? inExchanges() + " on " + connections + (connections == 1 ? " connection" : " connections") + " of "
                        + sharing + " exchanges each"
                : inExchanges();
    }

    /** Returns the name of the knob that limits the connections of the route. */
    String limitKnob() {
        return names.inForce(config, "maxPerRoute", "maxConnections");
    }

    /** Returns the names of the knobs, one of which should be raised when there are too many idle connections. */
    String idleKnobs() {
        String ofRoute = names.inForce(config, "maxIdlePerRoute", "maxIdle");
        boolean isLimitedInAll = !config.setting("pool.maxIdle").value().equals("0");
        return isLimitedInAll
                ? names.of("maxIdle") + " (all routes) or " + ofRoute + ", whichever is reached"
                : ofRoute + " to the limit of the route";
    }

    /** Returns the name of the knob that gives the route a value. */
    public String knob(String setting) {
        return names.inForce(config, setting, setting);
    }

    /** Tells whether the limit was set explicitly. */
    boolean isLimitExplicit() {
        return !config.setting("maxConnections").origin().startsWith("default");
    }
}
