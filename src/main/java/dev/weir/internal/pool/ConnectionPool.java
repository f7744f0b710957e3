package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.CoolDown;
import dev.weir.internal.event.PoolEvents;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.thread.NoThreadException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.IOCallback;
import org.jspecify.annotations.Nullable;

/**
 * The pool, of connections that block or of shared ones: knows its routes, each with its configuration, from which
 * {@link Lease} or {@link StreamLease} take connections, and lets its owner look, sweep, change, drain and close.
 * Thread-safe.
 */
public final class ConnectionPool extends SegmentedPool<RouteState> {

    /** The most routes to know, apart from those in use: users may choose host names. */
    static final int MOST = 10_000;

    /** The most recently used ones are examined. */
    private static final int MOST_EXAMINED = 1_000;

    // It visits all routes, which no other background work does.
    private static final long BOOKS_NANOS = TimeUnit.MINUTES.toNanos(1);

    // If nothing could be forgotten, nothing can a moment later.
    private static final long FORGETTING_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String ANY_TARGET = "*";

    /** A lease being made is not visible in its route yet; the time of the last request is exact to a second. */
    private static final long JUST_ASKED_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Admits callers, which must leave however they end. */
    public final Lifecycle lifecycle;

    /** Tells its listeners. */
    public final PoolEvents events;

    /** The leases that had no connection when they were made: their connections may not lead back to them. */
    final Set<HeldLease> unconnected = ConcurrentHashMap.newKeySet();

    /**
     * The routes that have connections or leases, and few others: background work visits only these. No route is
     * overlooked: it first changes its content and then checks whether it is listed here; a sweep first takes it off and
     * then checks its content.
     */
    final Set<RouteState> busy = ConcurrentHashMap.newKeySet();

    /** The addresses that failed recently, of all routes. */
    public final CoolDown coolDown = new CoolDown();

    /** The names of settings in findings and errors. */
    final SettingNames names;

    /** Makes connections that are not dialed yet. */
    final Function<RouteState, ? extends PooledConnection> connections;

    private final LongSupplier nanoClock;
    private final Spares spares = new Spares(this);

    // One object for the life of the pool, by which listeners recognize it.
    private final Supplier<PoolSnapshot> look = this::snapshot;

    // Written once, before the pool is handed out.
    private volatile @Nullable Consumer<UnaryOperator<PoolConfig>> reconfiguration;

    /** Dials connections. This and the next two are written once, when the pool opens. */
    volatile @Nullable IOCallback<PooledConnection> dialer;

    private volatile @Nullable CachingDnsResolver resolver;
    private volatile @Nullable Housekeeper housekeeper;

    // Replaced as a whole by reconfigure; each route notices at its next lease.
    private volatile PoolConfig config;
    // Only the maintenance thread uses these.
    private long booksNanos;
    private long forgotNanos;

    /**
     * Creates a pool without connections.
     *
     * @param config its limits and times
     * @param names the names of its settings in findings and errors
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     * @param connections makes connections that are not yet connected
     */
    public ConnectionPool(
            PoolConfig config,
            SettingNames names,
            List<PoolListener> listeners,
            LongSupplier nanoClock,
            Function<RouteState, ? extends PooledConnection> connections) {
        super(config.maxTotal(), System::nanoTime);
        this.config = config;
        this.names = names;
        this.lifecycle = new Lifecycle(config.name());
        this.events = new PoolEvents(config.name(), listeners);
        this.connections = connections;
        this.nanoClock = nanoClock;
        this.booksNanos = nowNanos();
        this.forgotNanos = booksNanos;
        limit(config.maxTotal(), config.maxIdle());
    }

    /**
     * Reports the pool to the listeners, and starts the maintenance of the pool and of its host names until it is closed.
     *
     * @param addresses the source of the addresses of its hosts
     * @param dials begins to dial a connection, and returns at once
     */
    public void open(CachingDnsResolver addresses, IOCallback<PooledConnection> dials) {
        resolver = addresses;
        dialer = dials;
        spares.configure(config);
        Housekeeper keeper = new Housekeeper(this, addresses, spares);
        housekeeper = keeper;
        events.tell(new PoolEvent.PoolStateChanged(name(), true, look));
        try {
            keeper.maintenance.begin(keeper.firstPauseNanos());
        } catch (NoThreadException e) {
            close(); // a pool without maintenance would keep connections that must close
            throw new IllegalStateException("Pool '" + name() + "' cannot be built: " + e.getMessage(), e);
        }
    }

    /** {@return the name of the pool} */
    public String name() {
        return config.name();
    }

    /**
     * Returns the configuration in force.
     *
     * @return the configuration
     */
    public PoolConfig config() {
        return config;
    }

    /**
     * Sets how a program reconfigures the pool by its connection manager.
     *
     * @param change takes a function from the present configuration to the next
     */
    public void changeBy(Consumer<UnaryOperator<PoolConfig>> change) {
        reconfiguration = change;
    }

    /**
     * Reconfigures the pool, for its connection manager.
     *
     * @param settings changes the present configuration
     */
    public void change(UnaryOperator<PoolConfig.Builder> settings) {
        Objects.requireNonNull(reconfiguration, "the pool is not built yet")
                .accept(before -> settings.apply(before.toBuilder()).build());
    }

    long nowNanos() {
        return nanoClock.getAsLong();
    }

    /**
     * Returns the state of a route, for callers that need it more than once.
     *
     * @param route the route
     * @return its state under the present configuration
     */
    public RouteState route(HttpRoute route) {
        RouteState state = find(route);
        if (state == null) {
            return enter(route);
        }
        if (!state.policy.isOf(config)) {
            renew(state);
        }
        return state;
    }

    private RouteState enter(HttpRoute route) {
        PoolConfig current = config;
        String target = target(route);
        RouteConfig effective = effective(current, target);
        String normal = effective.target().equals(ANY_TARGET) ? target : effective.target();
        return add(new RouteState(route, normal, new RoutePolicy(current, effective), this));
    }

    /**
     * Returns the target of a route in the form that route rules have.
     *
     * @param route the route
     * @return scheme, host and port
     */
    public static String target(HttpRoute route) {
        HttpHost host = route.getTargetHost();
        String scheme = host.getSchemeName().toLowerCase(Locale.ROOT);
        int port = host.getPort() > 0 ? host.getPort() : scheme.equals("https") ? 443 : 80;
        String name = host.getHostName().toLowerCase(Locale.ROOT);
        return PlainText.of(scheme + "://" + (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port);
    }

    // A request may go to a name that no rule can match; then the values of the pool apply.
    static RouteConfig effective(PoolConfig config, String target) {
        try {
            return config.effective(target);
        } catch (IllegalArgumentException e) {
            return config.effective();
        }
    }

    /**
     * Forgets the least recently used routes. It keeps those with connections, leases or waiting callers, and those requested
     * just now.
     */
    void forget(int most, long nowNanos) {
        Predicate<RouteState> isForgettable =
                route -> route.isAtRest() && !route.isUsed() && nowNanos - route.lastAskedNanos > JUST_ASKED_NANOS;
        List<RouteState> unused = latestFirst(isForgettable, nowNanos);
        unused.subList(Math.max(0, unused.size() - most), unused.size()).stream()
                .filter(route -> route.leaveIfEmpty(() -> isForgettable.test(route)))
                .forEach(RouteState::unlist);
    }

    private record Asked(RouteState route, long agoNanos) {}

    private List<RouteState> latestFirst(Predicate<RouteState> which, long nowNanos) {
        return all().stream()
                .filter(which)
                .map(route -> new Asked(route, nowNanos - route.lastAskedNanos))
                .sorted(Comparator.comparingLong(Asked::agoNanos))
                .map(Asked::route)
                .toList();
    }

    /**
     * Returns how many connections a route may have, also before the first request.
     *
     * @param route the route
     * @return its limit
     */
    public int limit(HttpRoute route) {
        return effective(config, target(route)).maxConnections();
    }

    // In this order: a connection of the previous policy is in its route by the time it is dialed, or is dialed by the
    // next.
    private void renew(RouteState route) {
        PoolConfig current = config;
        RoutePolicy before = route.policy;
        RoutePolicy next = new RoutePolicy(current, effective(current, route.target));
        route.policy = next;
        CloseCause cause = next.retiring(before);
        if (cause != null) {
            route.retire(cause);
        }
        route.applyLimits();
    }

    /**
     * Returns the lease terms of requests on a route that could not be replayed.
     *
     * @param route its route
     * @return the terms
     */
    public LeaseTerms termsOfOthers(HttpRoute route) {
        RouteState state = route(route);
        LeaseTerms terms = state.policy.termsOfOthers;
        return state.policy.learns && state.learned.isReuseAtRisk() ? terms.and(LeaseTerms.PROVEN) : terms;
    }

    /**
     * Takes a retry out of the budget of a route, and prepares for it: the connection of a response that is retried is closed,
     * and the name of the host is looked up anew before the next dial. A shared connection stays if it has the last place of
     * its route: it would keep it for as long as others use it.
     *
     * @param route the route of the call
     * @param context that of the call
     * @return the terms for the next connection of the call
     * @throws RetryBudgetException if retries are used up
     */
    public LeaseTerms retry(HttpRoute route, HttpContext context) throws RetryBudgetException {
        RouteState state = route(route);
        state.incidents().takeRetry();
        boolean isFull = state.inFlight() > 1
                && state.allocated() >= state.limits().maxEntries()
                && state.all().stream().anyMatch(PooledConnection::isMultiplexed);
        PooledConnection refused = Lessons.takeRefused(context);
        if (refused != null && !isFull) {
            refused.doom(CloseCause.ERROR);
            refused.route.sweep(idle -> ((PooledConnection) idle).doom); // one in use goes after its exchanges
        }
        InetSocketAddress hop = FirstHop.name(route);
        CachingDnsResolver known = resolver;
        if (hop != null && known != null) {
            known.doubt(hop);
        }
        return isFull ? LeaseTerms.ANY : LeaseTerms.FRESH;
    }

    /** {@return the state of the pool} */
    public PoolSnapshot snapshot() {
        long nowNanos = nowNanos();
        List<RouteSnapshot> routes = all().stream()
                .map(route -> route.snapshot(true, nowNanos))
                .sorted(Comparator.comparing(RouteSnapshot::target))
                .toList();
        return new PoolSnapshot(
                name(),
                maxTotal(),
                routes.stream().mapToInt(RouteSnapshot::leased).sum(),
                routes.stream().mapToInt(RouteSnapshot::idle).sum(),
                routes.stream().mapToInt(RouteSnapshot::pending).sum(),
                routes.stream().mapToInt(RouteSnapshot::dialing).sum(),
                routes);
    }

    /**
     * Returns the holders of connections to a target.
     *
     * @param target scheme, host and port
     * @param most the most holders to return
     * @return the holders, longest first
     */
    public List<Holder> holders(String target, int most) {
        String normal = config.effective(target).target();
        Stream<RouteState> ofTarget = busy.stream().filter(route -> route.target.equals(normal));
        long nowNanos = nowNanos();
        return Incidents.told(Incidents.held(ofTarget, Integer.MAX_VALUE, nowNanos), most, nowNanos);
    }

    /**
     * Returns the figures of the pool for the diagnosis.
     *
     * @return the figures
     */
    public PoolFigures figures() {
        long nowNanos = nowNanos();
        // A route without traffic that has learned nothing and leaked nothing needs no examination.
        Predicate<RouteState> isTelling = route -> route.traffic.isActive()
                || !route.isAtRest()
                || route.leaked().areAny()
                || route.learned.limitNanos() != KeepAliveLearner.NONE;
        return new PoolFigures(
                config,
                maxTotal(),
                latestFirst(isTelling, nowNanos).stream()
                        .limit(MOST_EXAMINED)
                        .map(route -> route.figures(nowNanos))
                        .toList(),
                names);
    }

    /**
     * Opens connections until a number of them is open.
     *
     * @param target scheme, host and port
     * @param number the number
     */
    public void warmUp(String target, int number) {
        spares.warmUp(target, number);
    }

    /** Closes the idle connections that must close by now. */
    public void sweep() {
        if (lifecycle.isClosed()) {
            return;
        }
        for (RouteState route : busy) {
            if (route.isAtRest()) {
                route.unlist();
            }
            route.sweep(nowNanos());
        }
        trim(); // closes what a release could not, because none was listed
    }

    /** Sets a mark in the traffic figures, and forgets routes if there are too many. */
    void keepBooks(long nowNanos) {
        if (nowNanos - booksNanos >= BOOKS_NANOS) {
            booksNanos = nowNanos;
            all().forEach(route -> route.traffic.mark(nowNanos));
        }
        int surplus = all().size() - MOST;
        if (surplus > 0 && nowNanos - forgotNanos >= FORGETTING_PAUSE_NANOS) {
            forgotNanos = nowNanos;
            forget(surplus + MOST / 10, nowNanos);
        }
    }

    /** Closes all idle connections. The pool reopens those that routes must have with the next request. */
    public void evictIdle() {
        spares.rest();
        sweep(any -> CloseCause.DRAINED);
    }

    /**
     * Closes the connections that have been idle for some time.
     *
     * @param idleNanos for how long
     */
    public void closeIdle(long idleNanos) {
        long nowNanos = nowNanos();
        sweep(idle -> ((PooledConnection) idle).lessons.idleNanos(nowNanos) >= idleNanos ? CloseCause.DRAINED : null);
    }

    /**
     * Closes all connections to a target: the idle ones now, the leased ones when they are released.
     *
     * @param target scheme, host and port
     */
    public void drainRoute(String target) {
        String normal = config.effective(target).target();
        retire(route -> route.target.equals(normal), CloseCause.DRAINED);
    }

    /**
     * Closes all connections: the idle ones now, the leased ones when they are released.
     *
     * @param cause the cause
     */
    public void retireAll(CloseCause cause) {
        retire(route -> true, cause);
    }

    private void retire(Predicate<RouteState> which, CloseCause cause) {
        all().stream().filter(which).forEach(route -> route.retire(cause));
        sweep();
    }

    /**
     * Applies another configuration. Limits hold from the next lease on, times from the next look at a connection; idle
     * connections above a lowered limit close at once.
     *
     * @param next the configuration
     */
    public void reconfigure(PoolConfig next) {
        config = next;
        all().forEach(this::renew);
        limit(next.maxTotal(), next.maxIdle()); // after the routes: it closes only what is above the total then
        all().forEach(route -> route.all().forEach(PooledConnection::settingsChanged));
        sweep();
        spares.configure(config);
        spares.fill(Long.MAX_VALUE);
    }

    /**
     * Refuses new leases, lets the current ones end, then closes.
     *
     * @param timeout how long to wait for them
     * @return whether all ended in time, or it was closed before; false also if the thread was interrupted, which keeps its
     *     interrupt
     */
    public boolean drain(Duration timeout) {
        if (lifecycle.isClosed()) {
            return true;
        }
        lifecycle.drain();
        try {
            retireAll(CloseCause.SHUTDOWN);
            return lifecycle.awaitEmpty(TimeUnit.NANOSECONDS.convert(timeout));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            close();
        }
    }

    /** Closes everything at once, leased connections included. Callers that wait for one are refused. */
    public void close() {
        if (lifecycle.close()) {
            sweep(any -> CloseCause.SHUTDOWN);
            close(CloseMode.IMMEDIATE);
            Housekeeper keeper = housekeeper;
            if (keeper != null) {
                keeper.maintenance.end();
            }
            events.tell(new PoolEvent.PoolStateChanged(name(), false, look));
        }
    }
}
