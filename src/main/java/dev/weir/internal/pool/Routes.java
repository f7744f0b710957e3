package dev.weir.internal.pool;

import dev.weir.config.PlainText;
import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Setting;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.diagnosis.SettingNames;
import java.net.URI;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.pool.PoolEntry;

/** The routes that a pool knows, with the configuration of each. Thread-safe. */
final class Routes {

    /** The most recently used ones are examined. */
    private static final int MOST_EXAMINED = 1_000;

    // It visits all routes, which no other background work does.
    private static final long BOOKS_NANOS = TimeUnit.MINUTES.toNanos(1);

    static final int NO_LIMIT_OF_ITS_OWN = -1;

    private static final int MOST_LOOKS = 1_000;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    private static final String ANY_TARGET = "*";

    private final Map<HttpRoute, RouteState> states = new ConcurrentHashMap<>();
    private final SegmentedPool<HttpRoute, ManagedHttpClientConnection> store;
    private final PoolEvents events;
    private final LongSupplier nanoClock;
    // As many as there are rules, plus one.
    private final Map<Values, RoutePolicy> policies = new ConcurrentHashMap<>();
    private final BusyRoutes busy = new BusyRoutes();
    private final RouteState.Common common;
    private final Forgetting forgetting;
    private final LargestRoutes largest;

    // Written once, before there is a route.
    private volatile SettingNames names = SettingNames.PLAIN;
    // Replaced as a whole by reconfigure; each route notices at its next lease.
    private volatile Rules rules;
    // Lowered by each new route, and raised by a new configuration alone: an interval that is too short costs little.
    private volatile long intervalNanos;
    // Only the maintenance thread uses it.
    private long booksNanos;
    // Written once, before there is a route.
    private volatile ToIntFunction<RouteState> limits = state -> state.policy.maxConnections;

    Routes(
            PoolConfig config,
            SegmentedPool<HttpRoute, ManagedHttpClientConnection> store,
            PoolEvents events,
            LongSupplier nanoClock) {
        this.rules = Rules.of(config);
        this.store = store;
        this.events = events;
        this.nanoClock = nanoClock;
        this.common = new RouteState.Common(events, busy, nanoClock, new CoolDown(), this::closeDoomed);
        this.booksNanos = nanoClock.getAsLong();
        this.intervalNanos = config.eviction().interval().toNanos();
        this.largest = new LargestRoutes(busy.all(), store);
        this.forgetting = new Forgetting(states, busy, store, this::limit);
    }

    String name() {
        return rules.config.name();
    }

    SettingNames names() {
        return names;
    }

    void names(SettingNames newNames) {
        names = newNames;
    }

    PoolConfig config() {
        return rules.config;
    }

    /** Returns the figures of all routes for the diagnosis. */
    PoolFigures figures(long nowNanos) {
        PoolConfig current = rules.config;
        List<RouteFigures> routes = shown().stream()
                .filter(state -> isTelling(state, nowNanos))
                .map(state -> new Examined(state, nowNanos - state.lastAskedNanos()))
                .sorted(Comparator.comparingLong(Examined::askedAgoNanos))
                .limit(MOST_EXAMINED)
                .map(Examined::state)
                .map(state -> new RouteFigures(
                        Snapshots.brief(state, store.stats(state.route())),
                        effective(current, state.target()),
                        proxy(current, state.route()),
                        state.traffic().recent(nowNanos),
                        state.sharing(),
                        state.leaked(nowNanos),
                        names))
                .toList();
        return new PoolFigures(current, store.getMaxTotal(), routes, names);
    }

    private record Examined(RouteState state, long askedAgoNanos) {}

    // A route without traffic that has learned nothing and leaked nothing needs no examination.
    private static boolean isTelling(RouteState state, long nowNanos) {
        return state.traffic().isActive()
                || !state.isAtRest()
                || state.leaked(nowNanos).areAny()
                || state.hasLearned();
    }

    PoolEvents events() {
        return events;
    }

    /** All routes; visit them rarely. */
    Collection<RouteState> all() {
        return states.values();
    }

    /** The routes that have connections or leases, and few others. */
    Collection<RouteState> busy() {
        return busy.all();
    }

    /** Drops routes that are no longer busy from the busy ones. */
    void prune() {
        busy.prune();
    }

    /**
     * All routes of a snapshot: the known ones, and those in use that were just forgotten.
     */
    Collection<RouteState> shown() {
        Set<RouteState> shown = new LinkedHashSet<>(states.values());
        shown.addAll(busy.all());
        return shown;
    }

    LargestRoutes largest() {
        return largest;
    }

    /** Returns the shortest sweep interval of all routes. */
    long intervalNanos() {
        return intervalNanos;
    }

    private void interval(RoutePolicy policy) {
        if (policy.intervalNanos < intervalNanos) {
            intervalNanos = policy.intervalNanos;
        }
    }

    RouteState of(HttpRoute route) {
        RouteState state = states.get(route);
        if (state == null) {
            return enter(route);
        }
        if (!state.policy.isOf(rules.config)) {
            refresh(route, state);
        }
        return state;
    }

    // The limit first: a caller that finds the route here leases at once.
    private RouteState enter(HttpRoute route) {
        RouteState state = newState(route);
        if (state.policy.maxConnections != rules.config.maxPerRoute()) {
            limit(route, state);
        }
        RouteState earlier = states.putIfAbsent(route, state);
        if (earlier != null) {
            return earlier;
        }
        if (state.policy.maxConnections != rules.config.maxPerRoute()) {
            limit(state); // a thread that forgets the previous route may have just reset the limit
        }
        interval(state.policy);
        forgetting.entered(nanoClock.getAsLong());
        return state;
    }

    /**
     * Returns the present state of a route, for a caller that has meanwhile asked the store for a connection: the caller's
     * state may just have been forgotten. From then on it is not forgotten while the store knows the route.
     */
    RouteState kept(RouteState state) {
        return state.isLeaving ? decided(state) : state;
    }

    private RouteState decided(RouteState leaving) {
        awaitDecision(leaving);
        RouteState state = of(leaving.route());
        limit(state);
        return state;
    }

    // The deciding thread takes no lock and needs some dozens of instructions, unless it loses its processor.
    private void awaitDecision(RouteState state) {
        for (int looks = 0; looks < MOST_LOOKS && state.isLeaving && states.get(state.route()) == state; looks++) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Returns the state of a route without checking the configuration: for threads that hold a gate of the store. */
    RouteState known(HttpRoute route) {
        RouteState state = states.get(route);
        if (state != null && state.isLeaving) {
            awaitDecision(state);
            state = states.get(route);
        }
        return state != null ? state : states.computeIfAbsent(route, this::newState);
    }

    private RouteState newState(HttpRoute route) {
        Rules current = rules;
        String target = target(route);
        RouteConfig effective = effective(current.config, target);
        String normal = effective.target().equals(ANY_TARGET) ? target : effective.target();
        return new RouteState(route, normal, shared(current, effective), common);
    }

    private void closeDoomed(RouteState state) {
        store.sweep(state.route(), Routes::isDoomed);
    }

    private static boolean isDoomed(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        return connection == null || connection.doom() != null;
    }

    /** Returns one policy for all routes with the same values. */
    private RoutePolicy shared(Rules current, RouteConfig effective) {
        boolean isOfOneOrigin = current.origins.contains(effective.target());
        RoutePolicy made = new RoutePolicy(current.config, effective, isOfOneOrigin);
        RoutePolicy present = policies.computeIfAbsent(
                new Values(effective.settings(), isOfOneOrigin, effective.proxy(), effective.sslContext()),
                values -> made);
        if (present.isOf(rules.config)) {
            return present;
        }
        policies.clear(); // they belong to the previous configuration
        return made;
    }

    private record Values(
            List<Setting> settings, boolean isOfOneOrigin, Optional<URI> proxy, Optional<SSLContext> sslContext) {}

    private RoutePolicy policy(String target) {
        Rules current = rules;
        return shared(current, effective(current.config, target));
    }

    /** A configuration, and the origins that its rules name. */
    private record Rules(PoolConfig config, Set<String> origins) {

        static Rules of(PoolConfig config) {
            return new Rules(
                    config,
                    config.routes().stream()
                            .map(RouteRule::target)
                            .filter(rule -> !rule.contains("*"))
                            .map(rule -> config.effective(rule).target())
                            .collect(Collectors.toUnmodifiableSet()));
        }
    }

    // A request may go to a name that no rule can match; then the values of the pool apply.
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

    private static RouteConfig effective(PoolConfig config, String target) {
        try {
            return config.effective(target);
        } catch (IllegalArgumentException e) {
            return config.effective();
        }
    }

    private void refresh(HttpRoute route, RouteState state) {
        renew(state);
        limit(route, state);
    }

    // Twice, because the previous policy may have made a connection in between.
    private void renew(RouteState state) {
        RoutePolicy next = policy(state.target());
        CloseCause cause = next.retiring(state.policy);
        if (cause != null) {
            state.retire(cause);
        }
        state.policy(next);
        if (cause != null) {
            state.retire(cause);
        }
        interval(next);
    }

    /** Sets a function that decides, besides the configuration, how many connections a route may have. */
    void limitBy(ToIntFunction<RouteState> effective) {
        limits = effective;
    }

    /** Returns how many connections a route may have, also before the first request. */
    int limit(HttpRoute route) {
        RouteState state = states.get(route);
        return state == null ? effective(rules.config, target(route)).maxConnections() : limits.applyAsInt(state);
    }

    private void limit(HttpRoute route, RouteState state) {
        int limit = limits.applyAsInt(state);
        store.setMaxPerRoute(route, limit == rules.config.maxPerRoute() ? NO_LIMIT_OF_ITS_OWN : limit);
    }

    /** Sets the current limit of a route, even if it changes meanwhile. */
    void limit(RouteState state) {
        int limit;
        do {
            limit = limits.applyAsInt(state);
            if (store.getMaxPerRoute(state.route()) != limit) {
                limit(state.route(), state);
            }
        } while (limits.applyAsInt(state) != limit);
    }

    void reconfigure(PoolConfig newConfig) {
        rules = Rules.of(newConfig);
        intervalNanos = newConfig.eviction().interval().toNanos();
        states.values().forEach(this::renew);
    }

    /** Passes the limits of the configuration to the store. */
    void applyLimits() {
        PoolConfig config = rules.config;
        store.setMaxTotal(config.maxTotal());
        store.setDefaultMaxPerRoute(config.maxPerRoute());
        store.maxIdle(config.maxIdle());
        store.maxDialing(config.dialing().maxConcurrent());
        states.forEach(this::limit);
    }

    /** Sets a mark in the traffic figures, and forgets long unused routes if there are many. */
    void keepBooks(long nowNanos) {
        if (nowNanos - booksNanos >= BOOKS_NANOS) {
            booksNanos = nowNanos;
            states.values().forEach(state -> state.traffic().mark(nowNanos));
            forgetting.forgetUnused(nowNanos);
        }
    }

    private static String target(HttpRoute route) {
        return PlainText.of(ManagerSettings.origin(route.getTargetHost()));
    }
}
