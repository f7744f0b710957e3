package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.keepalive.KeepAliveLearner;
import dev.weir.internal.log.PlainText;
import java.net.URI;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The routes that a pool knows, with the configuration of each. Thread-safe. */
final class Routes {

    /** The most recently used ones are examined. */
    private static final int MOST_EXAMINED = 1_000;

    // It visits all routes, which no other background work does.
    private static final long BOOKS_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final String ANY_TARGET = "*";

    /** The most routes to know, apart from those in use: users may choose host names. */
    static final int MOST = 10_000;

    /** A lease being made is not visible in its route yet; the time of the last request is exact to a second. */
    private static final long JUST_ASKED_NANOS = TimeUnit.SECONDS.toNanos(2);

    // If nothing could be forgotten, nothing can a moment later.
    private static final long FORGETTING_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    final SegmentedPool<RouteState> store;

    /** Admits callers, which must leave however they end. */
    final Lifecycle lifecycle;

    /** The leases that had no connection when they were made: their connections may not lead back to them. */
    final Set<HeldLease> unconnected = ConcurrentHashMap.newKeySet();

    /** Make what is not dialed yet. */
    final Function<RouteState, ? extends PooledConnection> connections;

    final LongSupplier nanoClock;

    /** Establishes connections. Written once, before there is a route; null if callers do that. */
    volatile RouteState.@Nullable Dialer dialer;

    /** The addresses that failed recently, of all routes. */
    final CoolDown coolDown = new CoolDown();

    final PoolEvents events;
    // Those that have connections or leases: background work visits only these. No route is overlooked: it first
    // changes its content and then checks whether it is listed here; a sweep first takes it off and then checks its
    // content.
    private final Set<RouteState> busy = ConcurrentHashMap.newKeySet();
    private final AtomicLong forgotNanos;

    // Written once, before there is a route.
    volatile SettingNames names = SettingNames.PLAIN;
    // Replaced as a whole by reconfigure; each route notices at its next lease.
    volatile PoolConfig config;
    // Only the maintenance thread uses it.
    private long booksNanos;

    Routes(
            PoolConfig config,
            SegmentedPool<RouteState> store,
            Function<RouteState, ? extends PooledConnection> connections,
            PoolEvents events,
            LongSupplier nanoClock) {
        this.config = config;
        this.lifecycle = new Lifecycle(config.name());
        this.store = store;
        this.connections = connections;
        this.events = events;
        this.nanoClock = nanoClock;
        this.booksNanos = nanoClock.getAsLong();
        this.forgotNanos = new AtomicLong(booksNanos - FORGETTING_PAUSE_NANOS);
    }

    String name() {
        return config.name();
    }

    PoolSnapshot snapshot(long nowNanos) {
        List<RouteSnapshot> listed = shown().stream()
                .map(route -> route.snapshot(true, nowNanos))
                .sorted(Comparator.comparing(RouteSnapshot::target))
                .toList();
        return new PoolSnapshot(
                name(),
                store.maxTotal(),
                listed.stream().mapToInt(RouteSnapshot::leased).sum(),
                listed.stream().mapToInt(RouteSnapshot::idle).sum(),
                listed.stream().mapToInt(RouteSnapshot::pending).sum(),
                listed.stream().mapToInt(RouteSnapshot::dialing).sum(),
                listed);
    }

    /** Returns the figures of all routes for the diagnosis. */
    PoolFigures figures(long nowNanos) {
        List<RouteFigures> routes = shown().stream()
                .filter(state -> isTelling(state))
                .map(state -> new Asked(state, nowNanos - state.lastAskedNanos))
                .sorted(Comparator.comparingLong(Asked::agoNanos))
                .limit(MOST_EXAMINED)
                .map(Asked::state)
                .map(state -> figures(state, nowNanos))
                .toList();
        return new PoolFigures(config, store.maxTotal(), routes, names);
    }

    /** Returns the figures of a route, for the diagnosis and for callers that get no connection. */
    RouteFigures figures(RouteState state, long nowNanos) {
        PoolConfig current = config;
        return new RouteFigures(
                state.snapshot(false, nowNanos),
                effective(current, state.target),
                proxy(current, state.route()),
                state.traffic.recent(nowNanos),
                state.carried,
                state.leaked(),
                state.refusal(),
                names);
    }

    private record Asked(RouteState state, long agoNanos) {}

    // A route without traffic that has learned nothing and leaked nothing needs no examination.
    private static boolean isTelling(RouteState state) {
        return state.traffic.isActive()
                || !state.isAtRest()
                || state.leaked().areAny()
                || state.learned.limitNanos() != KeepAliveLearner.NONE;
    }

    /** All routes; visit them rarely. */
    Collection<RouteState> all() {
        return store.all();
    }

    /** The routes that have connections or leases, and few others. */
    Collection<RouteState> busy() {
        return Collections.unmodifiableSet(busy);
    }

    void list(RouteState route) {
        busy.add(route);
    }

    /** Drops a route, unless it turns out to be busy. */
    private void unlist(RouteState route) {
        busy.remove(route);
        route.unlisted();
    }

    /**
     * All routes of a snapshot: the known ones, and those in use that were just forgotten.
     */
    Collection<RouteState> shown() {
        Set<RouteState> shown = new LinkedHashSet<>(store.all());
        shown.addAll(busy);
        return shown;
    }

    /** Returns the route with the most connections except a given one; null if no other has any. */
    @SuppressWarnings("ReferenceEquality") // each route is a single object
    @Nullable
    RouteState largestExcept(RouteState route) {
        return busy.stream()
                .filter(other -> other != route && other.allocated() > 0)
                .max(Comparator.comparingInt(RouteState::allocated))
                .orElse(null);
    }

    RouteState of(HttpRoute route) {
        RouteState state = store.find(route);
        if (state == null) {
            return enter(route);
        }
        if (!state.policy.isOf(config)) {
            renew(state);
        }
        return state;
    }

    private RouteState enter(HttpRoute route) {
        RouteState made = newState(route);
        RouteState present = store.add(made);
        if (present == made) {
            forgetIfMany(nanoClock.getAsLong());
        }
        return present;
    }

    private void forgetIfMany(long nowNanos) {
        long before = forgotNanos.get();
        if (store.all().size() > MOST
                && nowNanos - before >= FORGETTING_PAUSE_NANOS
                && forgotNanos.compareAndSet(before, nowNanos)) {
            forget(MOST / 10, nowNanos);
        }
    }

    /**
     * Forgets the least recently used routes. It keeps those with connections, leases or waiting callers, and those requested
     * just now.
     */
    void forget(int most, long nowNanos) {
        store.all().stream()
                .filter(state -> isForgettable(state, nowNanos))
                .map(state -> new Asked(state, nowNanos - state.lastAskedNanos))
                .sorted(Comparator.comparingLong(Asked::agoNanos).reversed())
                .limit(most)
                .map(Asked::state)
                .filter(state -> state.leaveIfEmpty(() -> isForgettable(state, nowNanos)))
                .forEach(this::unlist);
    }

    private static boolean isForgettable(RouteState state, long nowNanos) {
        return state.isUnused(nowNanos, JUST_ASKED_NANOS);
    }

    private RouteState newState(HttpRoute route) {
        PoolConfig current = config;
        String target = target(route);
        RouteConfig effective = effective(current, target);
        String normal = effective.target().equals(ANY_TARGET) ? target : effective.target();
        return new RouteState(route, normal, new RoutePolicy(current, effective), this);
    }

    /** Looks at the idle connections, and closes those that must close by now. */
    void sweep(ObjLongConsumer<PooledConnection> look) {
        long nowNanos = nanoClock.getAsLong();
        for (RouteState route : busy) {
            if (route.isAtRest()) {
                unlist(route);
            }
            route.sweep(nowNanos, look);
        }
        store.trim(); // closes what a release could not, because none was listed
    }

    /** The proxy of the configuration, if connections on a route lead through it. */
    private static Optional<URI> proxy(PoolConfig config, HttpRoute route) {
        HttpHost target = route.getTargetHost();
        HttpHost ofRoute = route.getProxyHost();
        return config.proxyFor(target.getSchemeName(), target.getHostName(), target.getPort())
                .filter(proxy -> ofRoute == null
                        ? "socks".equalsIgnoreCase(proxy.getScheme())
                        : ofRoute.getHostName().equalsIgnoreCase(proxy.getHost())
                                && ofRoute.getPort() == proxy.getPort());
    }

    // A request may go to a name that no rule can match; then the values of the pool apply.
    private static RouteConfig effective(PoolConfig config, String target) {
        try {
            return config.effective(target);
        } catch (IllegalArgumentException e) {
            return config.effective();
        }
    }

    // In this order: a connection of the previous policy is in its route by the time it is dialed, or is dialed by the
    // next.
    private void renew(RouteState state) {
        PoolConfig current = config;
        RoutePolicy before = state.policy;
        RoutePolicy next = new RoutePolicy(current, effective(current, state.target));
        state.policy = next;
        CloseCause cause = next.retiring(before);
        if (cause != null) {
            state.retire(cause);
        }
        state.applyLimits();
    }

    /** Returns how many connections a route may have, also before the first request. */
    int limit(HttpRoute route) {
        RouteState state = store.find(route);
        return state == null
                ? effective(config, target(route)).maxConnections()
                : state.limits().maxEntries();
    }

    /** Applies another configuration to all routes. */
    void reconfigure(PoolConfig newConfig) {
        config = newConfig;
        store.all().forEach(this::renew);
        store.limit(newConfig.maxTotal(), newConfig.maxIdle()); // last: it closes only what is above the total then
    }

    /** Sets a mark in the traffic figures. */
    void keepBooks(long nowNanos) {
        if (nowNanos - booksNanos >= BOOKS_NANOS) {
            booksNanos = nowNanos;
            store.all().forEach(state -> state.traffic.mark(nowNanos));
        }
    }

    private static String target(HttpRoute route) {
        return PlainText.of(ManagerSettings.origin(route.getTargetHost()));
    }
}
