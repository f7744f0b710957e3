package dev.weir.spring;

import dev.weir.config.Dns;
import dev.weir.config.Eviction;
import dev.weir.config.Http1;
import dev.weir.config.Http2;
import dev.weir.config.KeepAlive;
import dev.weir.config.PoolSettings;
import dev.weir.config.ReactorOptions;
import dev.weir.config.Retry;
import dev.weir.config.RouteRule;
import dev.weir.config.Timeouts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells a builder what the properties say: first the general ones, then those that override them. Timeouts of the pool that
 * Boot has a property for as well are left to {@link ClientTimes}.
 */
final class PoolMapper {

    private final List<PoolProperties> layers;

    /** Creates a mapper for layers of properties, the most general one first. */
    PoolMapper(List<PoolProperties> layers) {
        this.layers = layers;
    }

    void apply(PoolSettings<?> builder) {
        layers.forEach(layer -> apply(layer, builder));
        routes().values().forEach(rules -> route(rules, builder));
    }

    /** Tells the builder of a running pool what is to change. */
    static void change(PoolProperties properties, PoolSettings<?> builder) {
        apply(properties, builder);
        set(properties.timeouts(), timeouts -> builder.timeouts(sheet -> timeouts(timeouts, sheet)));
    }

    /** Tells the builder of a running pool what is to change of a route. */
    static void change(String target, RouteProperties properties, PoolSettings<?> builder) {
        builder.route(target, rule -> route(properties, rule));
    }

    private static void apply(PoolProperties properties, PoolSettings<?> builder) {
        set(properties.maxTotal(), builder::maxTotal);
        set(properties.maxPerRoute(), builder::maxPerRoute);
        set(properties.maxIdlePerRoute(), builder::maxIdlePerRoute);
        set(properties.maxPending(), builder::maxPending);
        set(properties.reuse(), builder::reuse);
        set(properties.leakDetection(), builder::leakDetection);
        set(properties.pathsInReports(), builder::pathsInReports);
        set(properties.maxDecodedSize(), builder::maxDecodedSize);
        set(properties.protocol(), builder::protocol);
        set(properties.proxy(), builder::proxy);
        set(properties.timeouts(), timeouts -> builder.timeouts(sheet -> ownTimeouts(timeouts, sheet)));
        set(properties.keepAlive(), keepAlive -> builder.keepAlive(sheet -> keepAlive(keepAlive, sheet)));
        set(properties.eviction(), eviction -> builder.eviction(sheet -> eviction(eviction, sheet)));
        set(properties.dns(), dns -> builder.dns(sheet -> dns(dns, sheet)));
        set(properties.http1(), http1 -> builder.http1(sheet -> http1(http1, sheet)));
        set(properties.http2(), http2 -> builder.http2(sheet -> http2(http2, sheet)));
        set(properties.reactor(), reactor -> builder.reactor(sheet -> reactor(reactor, sheet)));
        set(properties.retry(), retry -> builder.retry(sheet -> retry(retry, sheet)));
        set(
                properties.dialing(),
                dialing -> set(dialing.maxConcurrent(), most -> builder.dialing(sheet -> sheet.maxConcurrent(most))));
    }

    private static void ownTimeouts(TimeoutProperties properties, Timeouts.Builder sheet) {
        set(properties.poolWait(), sheet::poolWait);
        set(properties.total(), sheet::total);
        if (Boolean.TRUE.equals(properties.unordered())) {
            sheet.unordered();
        }
    }

    private static void keepAlive(KeepAliveProperties properties, KeepAlive.Builder sheet) {
        set(properties.serverIdle(), sheet::serverIdle);
        set(properties.max(), sheet::max);
        set(properties.margin(), sheet::margin);
        set(properties.learn(), sheet::learn);
    }

    private static void eviction(EvictionProperties properties, Eviction.Builder sheet) {
        set(properties.idle(), sheet::idle);
        set(properties.maxLifetime(), sheet::maxLifetime);
        set(properties.jitter(), sheet::jitter);
        set(properties.maxRequests(), sheet::maxRequests);
        set(properties.validateAfter(), sheet::validateAfter);
        set(properties.interval(), sheet::interval);
    }

    private static void dns(DnsProperties properties, Dns.Builder sheet) {
        set(properties.ttl(), sheet::ttl);
        set(properties.negativeTtl(), sheet::negativeTtl);
        set(properties.serveStale(), sheet::serveStale);
        set(properties.drainOnChange(), sheet::drainOnChange);
    }

    private static void http1(Http1Properties properties, Http1.Builder sheet) {
        set(properties.maxLineLength(), sheet::maxLineLength);
        set(properties.maxHeaders(), sheet::maxHeaders);
    }

    private static void http2(Http2Properties properties, Http2.Builder sheet) {
        set(properties.maxStreams(), sheet::maxStreams);
        set(properties.strict(), sheet::strict);
        set(properties.ping(), sheet::ping);
        set(properties.pingTimeout(), sheet::pingTimeout);
    }

    private static void reactor(ReactorProperties properties, ReactorOptions.Builder sheet) {
        set(properties.own(), sheet::own);
        set(properties.threads(), sheet::threads);
        set(properties.callbacksOnIoThread(), sheet::callbacksOnIoThread);
    }

    private static void retry(RetryProperties properties, Retry.Builder sheet) {
        set(
                properties.onStatus(),
                statuses -> sheet.onStatus(
                        statuses.stream().mapToInt(Integer::intValue).toArray()));
        set(properties.maxRetries(), sheet::maxRetries);
        set(properties.interval(), sheet::interval);
    }

    /** The layers of each route by its nickname: a pool may amend a route of the defaults. */
    private Map<String, List<RouteProperties>> routes() {
        Map<String, List<RouteProperties>> routes = new LinkedHashMap<>();
        layers.forEach(layer ->
                layer.routes().keySet().stream().sorted().forEach(nickname -> routes.put(nickname, List.of())));
        routes.replaceAll((nickname, none) -> layers.stream()
                .filter(layer -> layer.routes().containsKey(nickname))
                .map(layer -> layer.routes().get(nickname))
                .toList());
        return routes;
    }

    private static void route(List<RouteProperties> layers, PoolSettings<?> builder) {
        String target = null;
        for (RouteProperties layer : layers) {
            target = layer.target() == null ? target : layer.target();
        }
        builder.route(target == null ? "" : target, rule -> layers.forEach(layer -> route(layer, rule)));
    }

    private static void route(RouteProperties properties, RouteRule.Builder rule) {
        set(properties.maxConnections(), rule::maxConnections);
        set(properties.maxIdle(), rule::maxIdle);
        set(properties.maxPending(), rule::maxPending);
        set(properties.timeouts(), timeouts -> rule.timeouts(sheet -> timeouts(timeouts, sheet)));
        set(properties.keepAlive(), keepAlive -> rule.keepAlive(sheet -> keepAlive(keepAlive, sheet)));
        set(properties.eviction(), eviction -> rule.eviction(sheet -> eviction(eviction, sheet)));
    }

    private static void timeouts(TimeoutProperties properties, Timeouts.Builder sheet) {
        ownTimeouts(properties, sheet);
        set(properties.connect(), sheet::connect);
        set(properties.read(), sheet::read);
    }

    private static <T> void set(@Nullable T value, Consumer<? super T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
