package dev.weir.internal.pool;

import dev.weir.engine.ReuseGrade;
import dev.weir.engine.Segment;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.diagnosis.Exhaustion;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** The state of one route: its policy, its content, and the record of its activity. Thread-safe. */
public final class RouteState extends Segment<HttpRoute, PooledConnection> {

    /** All callers may wait for the first dial, which will show how many exchanges a connection carries. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private static final long ASKED_RESOLUTION_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String target;

    /** Replaced as a whole when the configuration changes. */
    volatile RoutePolicy policy;

    // Written by the thread that leases, at most once a second; read by sweeps.
    private volatile long lastAskedNanos;

    private final Routes routes;
    // Written by the thread that finds it changed; see Routes.
    private volatile boolean isListed;

    private final KeepAliveLearner learned = new KeepAliveLearner();
    private final AtomicLong opened = new AtomicLong();
    private final TrafficCounters traffic;
    // Written by the thread that dials; null if the last dial that came to an end succeeded.
    private volatile @Nullable DialFailure lastDialFailure;

    /** How many exchanges its last connection carried: none if its server allows nothing at the moment. */
    volatile int streams = UNKNOWN;

    /** For how many exchanges its last connection had room that admitted any, limits of the configuration included. */
    volatile int carried = 1;

    // Made when it is first needed, as most routes never need it.
    private final AtomicReference<@Nullable Incidents> incidents = new AtomicReference<>();

    // When the present interval of gradual closing began.
    private final AtomicLong purgedNanos;

    RouteState(HttpRoute route, String target, RoutePolicy policy, Routes routes) {
        super(routes.store, route);
        this.target = target;
        this.policy = policy;
        this.routes = routes;
        this.lastAskedNanos = routes.nanoClock.getAsLong();
        this.traffic = new TrafficCounters(lastAskedNanos);
        this.purgedNanos = new AtomicLong(lastAskedNanos);
    }

    /**
     * Returns the route.
     *
     * @return whose state it is
     */
    public HttpRoute route() {
        return route;
    }

    @Override
    protected int maxEntries() {
        return policy.maxConnections;
    }

    @Override
    protected int maxIdle() {
        return policy.maxIdle;
    }

    @Override
    protected int maxInFlight() {
        return policy.maxInFlight <= 0 ? Integer.MAX_VALUE : policy.maxInFlight;
    }

    @Override
    protected int minIdle() {
        return policy.minIdle;
    }

    @Override
    protected ReuseGrade grade(PooledConnection connection) {
        return ReuseGrade.after(connection.uses());
    }

    @Override
    protected void close(PooledConnection connection, CloseCause cause, CloseMode mode) {
        connection.dispose(cause, mode);
    }

    @Override
    protected @Nullable PooledConnection newConnection() {
        Seed seed = routes.seed;
        return seed == null ? null : seed.connection(this);
    }

    @Override
    protected int newCapacity() {
        Seed seed = routes.seed;
        return seed == null ? 1 : seed.capacity(this);
    }

    /** Makes the connections of new entries that callers share before they are established. */
    interface Seed {
        PooledConnection connection(RouteState route);

        int capacity(RouteState route);
    }

    String target() {
        return target;
    }

    /** Returns what was learned of its server, to learn more. */
    KeepAliveLearner learned() {
        return learned;
    }

    boolean hasLearned() {
        return learnedIdleNanos() != KeepAliveLearner.NONE;
    }

    /** Returns how long its connections may be idle by what was learned; {@link KeepAliveLearner#NONE} if nothing was. */
    long learnedIdleNanos() {
        return learned.limitNanos();
    }

    boolean isReuseAtRisk() {
        return learned.isReuseAtRisk();
    }

    LongSupplier nanoClock() {
        return routes.nanoClock;
    }

    /** Returns the connections that are established and not closed. */
    List<PooledConnection> open() {
        return connections().stream()
                .filter(each -> !each.isFresh() && !each.isClosed())
                .toList();
    }

    /** Counts a new connection. */
    void opened() {
        opened.incrementAndGet();
        lent();
    }

    /** Retires all connections, including those being dialed. The next sweep closes the idle ones. */
    void retire(CloseCause cause) {
        connections().forEach(connection -> connection.doom(cause));
    }

    /** Returns the addresses that failed recently, of all routes. */
    CoolDown coolDown() {
        return routes.coolDown;
    }

    /**
     * Closes the idle connections that must close by now and, once per interval, half of those that the route has not needed
     * in it. A single remaining one stays until it was idle for {@code eviction.idle}, so a service that sends a request now
     * and then finds its connection; one that no request has used yet was opened for a future one, and stays, too.
     */
    void sweep(long nowNanos) {
        RoutePolicy current = policy;
        long began = purgedNanos.get();
        boolean isOver = nowNanos - began >= current.intervalNanos && purgedNanos.compareAndSet(began, nowNanos);
        int[] unneeded = {isOver ? Math.min(idleThroughout() / 2, idle() - current.minIdle) : 0};
        sweep(connection -> {
            CloseCause cause = connection.causeIfIdle(current, nowNanos);
            if (cause == null && unneeded[0] > 0 && connection.uses() > 0) {
                cause = CloseCause.SURPLUS_IDLE;
            }
            unneeded[0] -= cause == null ? 0 : 1;
            return cause;
        });
    }

    /** Closes a connection whose response is retried: when it is idle, or after its exchanges. */
    void leave(PooledConnection connection) {
        connection.doom(CloseCause.ERROR);
        sweep(idle -> idle.doom);
    }

    PoolEvents events() {
        return routes.events();
    }

    void closed(CloseCause cause, long ageNanos, PooledConnection connection) {
        routes.events().connectionClosed(target, cause, ageNanos, connection);
        if (cause == CloseCause.UNSOLICITED_BYTES) {
            incidents().unsolicitedBytesCame();
        }
    }

    /** Returns what failed, or was too slow, to add to it; made on first use. */
    Incidents incidents() {
        if (incidents.get() == null) {
            incidents.compareAndSet(null, new Incidents(this, routes));
        }
        return Objects.requireNonNull(incidents.get());
    }

    /** Returns what is known of leaks. */
    RouteFigures.Leaks leaked() {
        Incidents known = incidents.get();
        return known == null ? RouteFigures.Leaks.NONE : known.leaks();
    }

    void ended(LeaseOutcome outcome, long waitNanos) {
        ended(outcome, waitNanos, null);
    }

    void ended(LeaseOutcome outcome, long waitNanos, @Nullable PooledConnection connection) {
        traffic.leased(outcome, waitNanos);
        routes.events().leased(target, outcome, waitNanos, connection);
    }

    /** Returns what the last caller was told that got no connection; null if none was refused recently. */
    Exhaustion.@Nullable Reasoned refusal() {
        Incidents known = incidents.get();
        return known == null ? null : known.refusal();
    }

    /** Lists it among the busy routes: it has a lease, or a connection. */
    void lent() {
        if (!isListed) {
            routes.list(this);
            isListed = true;
        }
    }

    /** Notes that it has left the busy routes, unless it has become busy meanwhile. */
    void unlisted() {
        isListed = false;
        if (!isAtRest()) {
            lent();
        }
    }

    /** Tells whether it has nothing to maintain. */
    boolean isAtRest() {
        return inFlight() == 0 && allocated() == 0 && !learned.isUndecided();
    }

    long lastAskedNanos() {
        return lastAskedNanos;
    }

    /** Notes how many leases there are. Call it before one ends. */
    void returning() {
        if (opened.get() > 0) {
            traffic.inUse(inFlight());
        }
    }

    /** Notes the end of a lease, and how many there were with it; 0 if that was noted when it was counted out. */
    void released(long heldNanos, int inUse) {
        if (opened.get() > 0) { // otherwise nothing was held
            traffic.released(heldNanos, inUse);
        }
    }

    /** Tells whether leases record where they are made: if leaks are looked for, and for a while after one was found. */
    boolean isTraced() {
        Incidents known = incidents.get();
        return policy.leakNanos > 0 || (known != null && known.isTracingLeaks());
    }

    TrafficCounters traffic() {
        return traffic;
    }

    /** How a dial failed. */
    record DialFailure(DialOutcome outcome, Throwable cause, long atNanos) {}

    /** Notes the end of a dial. */
    void dialed(DialOutcome outcome, long dialNanos, @Nullable Throwable failure) {
        traffic.dialed(outcome, dialNanos);
        if (failure == null) {
            if (lastDialFailure != null) {
                lastDialFailure = null;
            }
        } else if (outcome != DialOutcome.CANCELLED) { // which says nothing about the host
            lastDialFailure = new DialFailure(outcome, failure, nanoClock().getAsLong());
        }
    }

    /** Returns the failure of the last dial; null if it succeeded, or was too long ago to matter. */
    @Nullable
    DialFailure dialFailure(long nowNanos, long relevantNanos) {
        DialFailure failure = lastDialFailure;
        return failure != null && nowNanos - failure.atNanos <= relevantNanos ? failure : null;
    }

    /** Notes a request. */
    void asked() {
        long nowNanos = routes.nanoClock.getAsLong();
        if (nowNanos - lastAskedNanos > ASKED_RESOLUTION_NANOS) {
            lastAskedNanos = nowNanos;
            traffic.tick(nowNanos);
        }
    }

    /** Tells whether it holds nothing, and has had no request for so long that no lease is being made. */
    boolean isUnused(long nowNanos, long forNanos) {
        return isAtRest() && pending() == 0 && nowNanos - lastAskedNanos > forNanos;
    }

    long openedCount() {
        return opened.get();
    }
}
