package dev.weir.internal.pool;

import dev.weir.config.Protocol;
import dev.weir.config.RouteConfig;
import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Segment;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.call.CallDeadline;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.event.PoolEvents;
import dev.weir.internal.http1.ExchangeFailures;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.traffic.TrafficCounters;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The state of one route: its policy, its content, and the record of its activity. Thread-safe. */
public final class RouteState extends Segment implements CallDeadline.Source {

    /** All callers may wait for the first dial, which will show how many exchanges a connection carries. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private static final long ASKED_RESOLUTION_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How soon an idle connection gets its first look, and how often a young one gets others. */
    static final long LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    // For some time after the server has closed one so young that those looks do not tell its age, while requests come.
    private static final long CLOSE_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long CLOSE_LOOKS_FOR_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Whose state it is. */
    public final HttpRoute route;

    final String target;

    /** Replaced as a whole when the configuration changes. */
    volatile RoutePolicy policy;

    // Written by the thread that leases, at most once a second; read by sweeps.
    volatile long lastAskedNanos;

    /** Whose route it is. */
    public final ConnectionPool pool;
    // Written by the thread that finds it changed; see ConnectionPool.busy.
    private volatile boolean isListed;

    /** What was learned of its server. */
    final KeepAliveLearner learned = new KeepAliveLearner();

    /** How many connections there have been. */
    final AtomicLong opened = new AtomicLong();

    /** When its server was last seen to have closed a connection that had hardly been idle. */
    volatile long closedYoungNanos;

    /** Its activity. */
    public final TrafficCounters traffic;

    final PoolEvents events;

    // Written by the thread that dials; null if the last dial that came to an end succeeded.
    private volatile @Nullable DialFailure lastDialFailure;

    /** What its latest dial did. */
    volatile @Nullable DialTimeline latestDial;

    /** How many exchanges its last connection carried: none if its server allows nothing at the moment. */
    volatile int streams = UNKNOWN;

    /** For how many exchanges its last connection had room that admitted any, limits of the configuration included. */
    volatile int carried = 1;

    // Made when it is first needed, as most routes never need it.
    private final AtomicReference<@Nullable Incidents> incidents = new AtomicReference<>();

    // When the present interval of gradual closing began.
    private final AtomicLong purgedNanos;

    RouteState(HttpRoute route, String target, RoutePolicy policy, ConnectionPool pool) {
        super(pool, route);
        this.route = route;
        this.target = target;
        this.policy = policy;
        this.pool = pool;
        this.events = pool.events;
        this.lastAskedNanos = nowNanos();
        this.closedYoungNanos = lastAskedNanos - Long.MAX_VALUE / 2;
        this.traffic = new TrafficCounters(lastAskedNanos);
        this.purgedNanos = new AtomicLong(lastAskedNanos);
    }

    /**
     * Returns what holds for it.
     *
     * @return its policy under the present configuration
     */
    public RoutePolicy policy() {
        return policy;
    }

    @Override
    public String knob(String setting) {
        return pool.names.inForce(ConnectionPool.effective(pool.config(), target), setting, setting);
    }

    @Override
    public void cut() {
        traffic.cutCall();
    }

    /**
     * Names its server in the failure of an exchange, and the setting that ended it.
     *
     * @param failure the failure
     * @param <E> its type
     * @return one of the same type; the failure itself if there is nothing to add
     */
    public <E extends Exception> E named(E failure) {
        return ExchangeFailures.named(failure, route, this::knob);
    }

    @Override
    protected Limits limits() {
        return policy.limits;
    }

    @Override
    protected PooledConnection newEntry() {
        return pool.connections.apply(this);
    }

    @Override
    protected int newCapacity() {
        Protocol protocol = policy.protocol;
        boolean isSingle = !pool.config().isAsync()
                || protocol == Protocol.HTTP_1_1
                || route.isTunnelled()
                || (protocol == Protocol.NEGOTIATE && !FirstHop.isSecure(route));
        int known = isSingle ? 1 : streams;
        if (known <= 1) {
            return known;
        }
        boolean isOpen = known == UNKNOWN && protocol != Protocol.HTTP_2;
        return (int) Math.min(isOpen ? UNKNOWN : Math.min(known, maxStreams()), policy.maxRequests);
    }

    /**
     * Returns how many exchanges a connection may carry at once, whatever the server allows.
     *
     * @return the limit of the configuration
     */
    public int maxStreams() {
        return pool.config().http2Config().getMaxConcurrentStreams();
    }

    // HttpClient opens a tunnel on the connection for which it has waited: that must not lead through one yet.
    @Override
    protected LeaseTerms whileDialing(LeaseTerms asked) {
        return route.isTunnelled() ? LeaseTerms.FRESH : asked;
    }

    @Override
    protected void dial(Entry entry) throws IOException {
        Objects.requireNonNull(pool.dialer).execute((PooledConnection) entry);
    }

    long nowNanos() {
        return pool.nowNanos();
    }

    /**
     * Returns its connections, some of which may be being dialed or just closed.
     *
     * @return the connections
     */
    public List<PooledConnection> all() {
        List<PooledConnection> all = new ArrayList<>();
        for (Entry entry : connections()) {
            all.add((PooledConnection) entry);
        }
        return all;
    }

    /** Returns the connections that are established and not closed. */
    List<PooledConnection> open() {
        List<PooledConnection> open = all();
        open.removeIf(connection -> !connection.isEstablished());
        return open;
    }

    /** Returns it as it is, with or without its connections: those would cost too much for every refusal of a full pool. */
    RouteSnapshot snapshot(boolean isWhole, long nowNanos) {
        Stats now = stats();
        long learnedNanos = policy.learns ? learned.limitNanos() : KeepAliveLearner.NONE;
        int maxInFlight = limits().maxInFlight();
        // Closed before opened, so that under load the difference never falls below what is open.
        Map<CloseCause, Long> closedBy = traffic.closedCounts();
        return new RouteSnapshot(
                target,
                limits().maxEntries(),
                now.leased(),
                now.idle(),
                now.pending(),
                now.dialing(),
                opened.get(),
                closedBy.values().stream().mapToLong(Long::longValue).sum(),
                closedBy,
                traffic.leaseCounts(),
                learnedNanos == KeepAliveLearner.NONE ? Optional.empty() : Optional.of(Duration.ofNanos(learnedNanos)),
                isWhole ? snapshots(nowNanos) : List.of(),
                now.inFlight(),
                maxInFlight == Integer.MAX_VALUE ? 0 : maxInFlight);
    }

    private List<ConnectionSnapshot> snapshots(long nowNanos) {
        return open().stream()
                .map(connection -> connection.snapshot(nowNanos))
                .sorted(Comparator.comparing(ConnectionSnapshot::age).reversed())
                .toList();
    }

    /** Counts a new connection. */
    void opened() {
        opened.incrementAndGet();
        lent();
    }

    /** Retires all connections, including those being dialed. The next sweep closes the idle ones. */
    void retire(CloseCause cause) {
        all().forEach(connection -> connection.doom(cause));
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
        int[] unneeded = {isOver ? Math.min(idleThroughout() / 2, stats().idle() - current.limits.minIdle()) : 0};
        sweep(entry -> {
            PooledConnection connection = (PooledConnection) entry;
            CloseCause cause = connection.causeAfterRest(true, nowNanos);
            if (cause == null && unneeded[0] > 0 && connection.uses() > 0) {
                cause = CloseCause.SURPLUS_IDLE;
            }
            unneeded[0] -= cause == null ? 0 : 1;
            return cause;
        });
    }

    void closed(CloseCause cause, PooledConnection connection) {
        traffic.closed(cause, connection.uses());
        if (events.isHeard()) {
            events.tell(new PoolEvent.ConnectionClosed(
                    pool.name(),
                    target,
                    cause,
                    Duration.ofNanos(nowNanos() - connection.openedNanos),
                    connection.uses(),
                    connection.knownId(),
                    connection.address(),
                    Optional.ofNullable(cause == CloseCause.CANCELLED ? null : connection.failure)));
        }
        if (cause == CloseCause.UNSOLICITED_BYTES) {
            incidents().unsolicitedBytesCame();
        }
    }

    /** Returns what failed, or was too slow, to add to it; made on first use. */
    Incidents incidents() {
        return Objects.requireNonNull(incidents.updateAndGet(known -> known == null ? new Incidents(this) : known));
    }

    /** Returns what is known of leaks. */
    RouteFigures.Leaks leaked() {
        Incidents known = incidents.get();
        return known == null ? RouteFigures.Leaks.NONE : known.leaks();
    }

    void ended(LeaseOutcome outcome, long waitNanos, @Nullable PooledConnection connection) {
        traffic.leased(outcome, waitNanos);
        if (events.isHeard()) {
            Optional<String> id = connection == null ? Optional.empty() : connection.knownId();
            events.tell(new PoolEvent.LeaseEnded(pool.name(), target, outcome, Duration.ofNanos(waitNanos), id));
        }
    }

    /** Returns its figures for the diagnosis, and for callers that get no connection. */
    RouteFigures figures(long nowNanos) {
        RouteConfig effective = ConnectionPool.effective(pool.config(), target);
        Incidents known = incidents.get();
        return new RouteFigures(
                snapshot(false, nowNanos),
                effective,
                effective.proxy().filter(this::isThrough),
                traffic.recent(nowNanos),
                carried,
                leaked(),
                known == null ? null : known.refusal(),
                pool.names);
    }

    // A client may take another way than that of the configuration.
    private boolean isThrough(URI proxy) {
        HttpHost ofRoute = route.getProxyHost();
        return ofRoute == null
                ? "socks".equalsIgnoreCase(proxy.getScheme())
                : ofRoute.getHostName().equalsIgnoreCase(proxy.getHost()) && ofRoute.getPort() == proxy.getPort();
    }

    /** Lists it among the busy routes: it has a lease, or a connection. */
    void lent() {
        if (!isListed) {
            pool.busy.add(this);
            isListed = true;
        }
    }

    /** Takes it off the busy routes, unless it has become busy meanwhile. */
    void unlist() {
        pool.busy.remove(this);
        isListed = false;
        if (!isAtRest()) {
            lent();
        }
    }

    /** Tells whether it has nothing to maintain. */
    boolean isAtRest() {
        return inFlight() == 0 && allocated() == 0 && !learned.isUndecided() && looksNanos() == LOOKS_NANOS;
    }

    /** Returns the pause between looks at its young idle connections. */
    long looksNanos() {
        long nowNanos = nowNanos();
        boolean isClose = nowNanos - closedYoungNanos < CLOSE_LOOKS_FOR_NANOS
                && nowNanos - lastAskedNanos < 2 * ASKED_RESOLUTION_NANOS;
        return isClose ? CLOSE_LOOKS_NANOS : LOOKS_NANOS;
    }

    /** Notes the end of a lease, and how many there were with it. */
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

    /** How the last dial failed, and when. */
    record DialFailure(DialOutcome outcome, Throwable cause, long atNanos) {}

    /** Notes the end of a dial. */
    void dialed(DialOutcome outcome, long dialNanos, @Nullable Throwable failure) {
        traffic.dialed(outcome, dialNanos);
        if (failure == null) {
            lastDialFailure = null;
        } else if (outcome != DialOutcome.CANCELLED) { // which says nothing about the host
            lastDialFailure = new DialFailure(outcome, failure, nowNanos());
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
        long nowNanos = nowNanos();
        if (nowNanos - lastAskedNanos > ASKED_RESOLUTION_NANOS) {
            lastAskedNanos = nowNanos;
            traffic.tick(nowNanos);
        }
    }
}
