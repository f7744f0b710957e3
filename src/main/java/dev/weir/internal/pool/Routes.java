package dev.weir.internal.pool;

import dev.weir.config.PlainText;
import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.engine.SegmentedPool;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.RouteFigures;
import dev.weir.internal.diagnosis.SettingNames;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;

/** The routes that a pool has met, with the configuration that holds for each. Thread-safe. */
final class Routes {

    /** Below this number nothing is forgotten, so that the books of an ordinary service are never cut. */
    private static final int FORGET_ABOVE = 1_000;

    private static final int NO_LIMIT_OF_ITS_OWN = -1;

    private static final String ANY_TARGET = "*";

    private final Map<HttpRoute, RouteState> states = new ConcurrentHashMap<>();
    private final SegmentedPool<HttpRoute, ManagedHttpClientConnection> store;
    private final PoolEvents events;
    private final LongSupplier nanoClock;
    private final CallSites callSites = new CallSites();

    // Written once, before there is a route.
    private volatile SettingNames names = SettingNames.PLAIN;
    // Replaced as a whole by reconfigure; each route notices at its next lease.
    private volatile PoolConfig config;
    // Written once, before there is a route.
    private volatile ToIntFunction<RouteState> limits = state -> state.policy().maxConnections;

    Routes(
            PoolConfig config,
            SegmentedPool<HttpRoute, ManagedHttpClientConnection> store,
            PoolEvents events,
            LongSupplier nanoClock) {
        this.config = config;
        this.store = store;
        this.events = events;
        this.nanoClock = nanoClock;
    }

    String name() {
        return config.name();
    }

    SettingNames names() {
        return names;
    }

    void names(SettingNames newNames) {
        names = newNames;
    }

    PoolConfig config() {
        return config;
    }

    /** Returns what is known of all routes, for whoever looks for what is wrong. */
    PoolFigures figures(long nowNanos) {
        PoolConfig current = config;
        List<RouteFigures> routes = states.values().stream()
                .map(state -> new RouteFigures(
                        Snapshots.brief(state, store.stats(state.route())),
                        effective(current, state.target()),
                        state.traffic().recent(nowNanos),
                        state.leaks().outstanding(),
                        names))
                .toList();
        return new PoolFigures(current, store.getMaxTotal(), routes, callSites.counts(), names);
    }

    /** The places of the program that leaked connections. */
    CallSites callSites() {
        return callSites;
    }

    PoolEvents events() {
        return events;
    }

    Collection<RouteState> all() {
        return states.values();
    }

    /** Returns how often the most impatient of the routes wants to be swept. */
    long intervalNanos() {
        return states.values().stream()
                .mapToLong(state -> state.policy().intervalNanos)
                .reduce(config.eviction().interval().toNanos(), Math::min);
    }

    RouteState of(HttpRoute route) {
        RouteState state = states.get(route);
        if (state == null) {
            return enter(route);
        }
        if (!state.policy().isOf(config)) {
            refresh(route, state);
        }
        return state;
    }

    // The limit first: whoever finds the route here leases at once.
    private RouteState enter(HttpRoute route) {
        RouteState state = newState(route);
        if (state.policy().maxConnections != config.maxPerRoute()) {
            limit(route, state);
        }
        RouteState earlier = states.putIfAbsent(route, state);
        return earlier != null ? earlier : state;
    }

    /** Returns what is known of a route, without a look at the configuration: for those who hold a gate of the store. */
    RouteState known(HttpRoute route) {
        RouteState state = states.get(route);
        return state != null ? state : states.computeIfAbsent(route, this::newState);
    }

    private RouteState newState(HttpRoute route) {
        PoolConfig current = config;
        String target = target(route);
        RouteConfig effective = effective(current, target);
        String normal = effective.target().equals(ANY_TARGET) ? target : effective.target();
        return new RouteState(route, normal, new RoutePolicy(current, effective), events, nanoClock);
    }

    private RoutePolicy policy(String target) {
        PoolConfig current = config;
        return new RoutePolicy(current, effective(current, target));
    }

    // A request may go to a name that no rule could be written for; then the values of the pool hold.
    private static RouteConfig effective(PoolConfig config, String target) {
        try {
            return config.effective(target);
        } catch (IllegalArgumentException e) {
            return config.effective();
        }
    }

    private void refresh(HttpRoute route, RouteState state) {
        state.policy(policy(state.target()));
        limit(route, state);
    }

    /** Has something else than the configuration alone decide how many connections a route may have. */
    void limitBy(ToIntFunction<RouteState> effective) {
        limits = effective;
    }

    private void limit(HttpRoute route, RouteState state) {
        int limit = limits.applyAsInt(state);
        store.setMaxPerRoute(route, limit == config.maxPerRoute() ? NO_LIMIT_OF_ITS_OWN : limit);
    }

    /** Makes the limit of a route what it has to be at the moment, whoever changes it meanwhile. */
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
        config = newConfig;
        states.values().forEach(state -> state.policy(policy(state.target())));
    }

    /** Makes the limits of the configuration those of the store. */
    void applyLimits() {
        store.setMaxTotal(config.maxTotal());
        store.setDefaultMaxPerRoute(config.maxPerRoute());
        store.maxDialing(config.dialing().maxConcurrent());
        states.forEach(this::limit);
    }

    void forget(long nowNanos) {
        if (states.size() > FORGET_ABOVE) {
            states.entrySet().removeIf(entry -> forget(entry.getKey(), entry.getValue(), nowNanos));
        }
    }

    private boolean forget(HttpRoute route, RouteState state, long nowNanos) {
        boolean forgotten = state.isForgotten(nowNanos);
        if (forgotten) {
            store.setMaxPerRoute(route, NO_LIMIT_OF_ITS_OWN);
        }
        return forgotten;
    }

    private static String target(HttpRoute route) {
        HttpHost host = route.getTargetHost();
        String scheme = host.getSchemeName().toLowerCase(Locale.ROOT);
        int port = host.getPort() > 0 ? host.getPort() : scheme.equals("https") ? 443 : 80;
        String name = host.getHostName().toLowerCase(Locale.ROOT);
        return PlainText.of(scheme + "://" + (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port);
    }
}
