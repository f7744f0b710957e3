package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The snapshot of a route that carries nothing, in which a test sets what it is about. */
public final class RouteFixture {

    private final String target;
    private int limit = 20;
    private int leased;
    private int idle;
    private int pending;
    private int dialing;
    private long opened;
    private long closed;
    private Map<CloseCause, Long> closedBy = Map.of();
    private Map<LeaseOutcome, Long> leases = Map.of();
    private Optional<Duration> learnedKeepAlive = Optional.empty();
    private List<ConnectionSnapshot> connections = List.of();
    private OptionalLong inFlight = OptionalLong.empty();
    private int maxInFlight;

    private RouteFixture(String target) {
        this.target = target;
    }

    /** Begins with an unused route of at most 20 connections. */
    public static RouteFixture of(String target) {
        return new RouteFixture(target);
    }

    /** Returns an unused pool with some routes, and at most 100 connections. */
    public static PoolSnapshot pool(String name, List<RouteSnapshot> routes) {
        return new PoolSnapshot(name, 100, 0, 0, 0, 0, routes);
    }

    /** Sets the most connections. */
    public RouteFixture limit(int connections) {
        limit = connections;
        return this;
    }

    /** Sets how many connections are in which state, and how many callers wait. */
    public RouteFixture now(int leasedNow, int idleNow, int pendingNow, int dialingNow) {
        leased = leasedNow;
        idle = idleNow;
        pending = pendingNow;
        dialing = dialingNow;
        return this;
    }

    /** Sets how many connections were opened and closed so far. */
    public RouteFixture soFar(long openedSoFar, long closedSoFar) {
        opened = openedSoFar;
        closed = closedSoFar;
        return this;
    }

    /** Sets how many connections were closed for which cause, and how leases ended. */
    public RouteFixture counts(Map<CloseCause, Long> byCause, Map<LeaseOutcome, Long> byOutcome) {
        closedBy = byCause;
        leases = byOutcome;
        return this;
    }

    /** Sets what was learned of the server. */
    public RouteFixture learned(Optional<Duration> keepAlive) {
        learnedKeepAlive = keepAlive;
        return this;
    }

    /** Sets the open connections. */
    public RouteFixture connections(List<ConnectionSnapshot> open) {
        connections = open;
        return this;
    }

    /** Sets how many exchanges are under way, and how many may be. */
    public RouteFixture inFlight(int exchanges, int max) {
        inFlight = OptionalLong.of(exchanges);
        maxInFlight = max;
        return this;
    }

    /** Returns the snapshot. */
    public RouteSnapshot snapshot() {
        return new RouteSnapshot(
                target,
                limit,
                leased,
                idle,
                pending,
                dialing,
                opened,
                closed,
                closedBy,
                leases,
                learnedKeepAlive,
                connections,
                (int) inFlight.orElse(leased),
                maxInFlight);
    }
}
