package dev.weir.spring;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Dns;
import dev.weir.config.Eviction;
import dev.weir.config.KeepAlive;
import dev.weir.config.Protocol;
import dev.weir.config.Retry;
import dev.weir.config.RouteRule;
import dev.weir.config.Timeouts;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * Tells the builder of a pool what the properties say: first {@code weir.defaults}, then {@code weir.pools.<name>}, and of
 * timeouts what Boot says. Immutable.
 */
final class PoolMapper {

    /** What HttpClient takes for a connect timeout that was never set; Boot's 0 means no limit at all. */
    private static final Duration LONGEST_CONNECT = Duration.ofMinutes(3);

    private static final PropertyMapper MAP = PropertyMapper.get();

    private final List<WeirProperties.Pool> layers;
    private final HttpClientSettings general;
    private final Limits limits;

    /**
     * Creates a mapper.
     *
     * @param pool the name in the properties
     * @param properties all of ours
     * @param general Boot's settings for every client
     */
    PoolMapper(String pool, WeirProperties properties, HttpClientSettings general) {
        WeirProperties.Pool own = properties.pools().get(pool);
        this.layers =
                Stream.of(properties.defaults(), own).filter(Objects::nonNull).toList();
        this.general = general;
        this.limits = Limits.of(own);
    }

    /** Whether the clients may speak HTTP/2, for which they need an asynchronous pool. */
    boolean isAsync() {
        Protocol protocol = last(WeirProperties.Pool::protocol);
        return protocol != null && protocol != Protocol.HTTP_1_1;
    }

    /** The name of the bundle that clients without one of their own use; null for none. */
    @Nullable
    String bundle() {
        return last(layer -> layer.ssl().bundle());
    }

    /** The names of the bundles of routes. */
    Set<String> routeBundles() {
        return routes().values().stream()
                .flatMap(route ->
                        Stream.ofNullable(last(route, layer -> layer.ssl().bundle())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The nicknames of routes that concern no request, because they have no target. */
    List<String> withoutTarget() {
        return routes().entrySet().stream()
                .filter(route -> last(route.getValue(), WeirProperties.Route::target) == null)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The nickname of the route rule for a target; null if none has it. */
    @Nullable
    String nickname(String target) {
        return routes().entrySet().stream()
                .filter(route -> target.equals(last(route.getValue(), WeirProperties.Route::target)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /**
     * Tells a builder all of it.
     *
     * @param builder the builder
     * @param settings Boot's settings for the clients of the pool
     * @param contexts the TLS context of a bundle
     */
    void apply(HttpPoolBuilder builder, HttpClientSettings settings, Function<String, SSLContext> contexts) {
        for (WeirProperties.Pool layer : layers) {
            apply(layer, builder);
        }
        proxy(builder);
        builder.timeouts(times -> timeouts(times, settings));
        routes().forEach((nickname, route) -> route(route, builder, contexts));
    }

    private void apply(WeirProperties.Pool layer, HttpPoolBuilder builder) {
        Limits most = isOwn(layer) ? Limits.NONE : limits;
        MAP.from(layer.maxTotal()).to(builder::maxTotal);
        MAP.from(layer.maxPerRoute()).as(most::perRoute).to(builder::maxPerRoute);
        MAP.from(layer.maxIdlePerRoute()).as(most::idle).to(builder::maxIdlePerRoute);
        MAP.from(layer.maxIdle()).to(builder::maxIdle);
        MAP.from(layer.maxInFlight()).to(builder::maxInFlight);
        MAP.from(layer.maxPending()).to(builder::maxPending);
        MAP.from(layer.reuse()).to(builder::reuse);
        MAP.from(layer.leakDetection()).to(builder::leakDetection);
        MAP.from(layer.pathsInReports()).to(builder::pathsInReports);
        MAP.from(layer.slowRequests()).to(builder::slowRequests);
        MAP.from(layer.protocol()).to(builder::protocol);
        MAP.from(layer.dialing().maxConcurrent()).to(n -> builder.dialing(dialing -> dialing.maxConcurrent(n)));
        builder.keepAlive(keepAlive(layer.keepAlive()));
        builder.eviction(eviction(layer.eviction()));
        builder.dns(dns(layer.dns()));
        builder.retry(retry(layer.retry()));
    }

    @SuppressWarnings("ReferenceEquality") // both layers may set the same
    private boolean isOwn(WeirProperties.Pool layer) {
        return layer != layers.get(0);
    }

    private static Consumer<KeepAlive> keepAlive(WeirProperties.KeepAlive from) {
        return to -> {
            MAP.from(from.serverIdle()).to(to::serverIdle);
            MAP.from(from.max()).to(to::max);
            MAP.from(from.margin()).to(to::margin);
            MAP.from(from.learn()).to(to::learn);
        };
    }

    private static Consumer<Eviction> eviction(WeirProperties.Eviction from) {
        return to -> {
            MAP.from(from.idle()).to(to::idle);
            MAP.from(from.maxLifetime()).to(to::maxLifetime);
            MAP.from(from.jitter()).to(to::jitter);
            MAP.from(from.maxRequests()).to(to::maxRequests);
            MAP.from(from.validateAfter()).to(to::validateAfter);
            MAP.from(from.interval()).to(to::interval);
        };
    }

    private static Consumer<Dns> dns(WeirProperties.Dns from) {
        return to -> {
            MAP.from(from.ttl()).to(to::ttl);
            MAP.from(from.negativeTtl()).to(to::negativeTtl);
            MAP.from(from.serveStale()).to(to::serveStale);
            MAP.from(from.drainOnChange()).to(to::drainOnChange);
            MAP.from(from.spread()).to(to::spread);
        };
    }

    private static Consumer<Retry> retry(WeirProperties.Retry from) {
        return to -> {
            MAP.from(from.onStatus())
                    .as(statuses ->
                            statuses.stream().mapToInt(Integer::intValue).toArray())
                    .to(to::onStatus);
            MAP.from(from.maxRetries()).to(to::maxRetries);
            MAP.from(from.backoff()).to(to::backoff);
            MAP.from(from.maxBackoff()).to(to::maxBackoff);
            MAP.from(from.budget()).to(to::budget);
        };
    }

    /** Exclusions that are meant for all pools do not concern one that has no proxy. */
    private void proxy(HttpPoolBuilder builder) {
        MAP.from(last(WeirProperties.Pool::proxy)).to(builder::proxy);
        boolean isProxied = last(WeirProperties.Pool::proxy) != null;
        layers.stream()
                .filter(layer -> isProxied || isOwn(layer))
                .forEach(layer -> MAP.from(layer.noProxy()).to(all -> builder.noProxy(all.toArray(String[]::new))));
    }

    /** The specific beats the general, and what was not limited stays without limit. */
    private void timeouts(Timeouts times, HttpClientSettings settings) {
        WeirProperties.Timeouts ofAll = layers.get(0).timeouts();
        WeirProperties.@Nullable Timeouts own =
                layers.size() > 1 ? layers.get(1).timeouts() : null;
        Choice connect = Choice.of(
                own == null ? null : own.connect(),
                settings.connectTimeout(),
                ofAll.connect(),
                general.connectTimeout());
        Choice read =
                Choice.of(own == null ? null : own.read(), settings.readTimeout(), ofAll.read(), general.readTimeout());
        for (WeirProperties.Pool layer : layers) {
            MAP.from(layer.timeouts().poolWait()).to(times::poolWait);
            MAP.from(layer.timeouts().total()).to(times::total);
            MAP.from(layer.timeouts().unordered()).to(times::unordered);
        }
        if (connect.time() != null) {
            connect.tell(times::connect, times::adoptConnect, LONGEST_CONNECT);
        }
        read.tell(times::read, times::adoptRead, Duration.ZERO);
        if (layers.stream().noneMatch(layer -> layer.timeouts().isAnySet())) {
            times.total(Duration.ZERO);
        }
    }

    /** A time, and whether it is from a property of ours. Values of Boot's leave other defaults as they are. */
    private record Choice(@Nullable Duration time, boolean isOurs) {

        static Choice of(
                @Nullable Duration own,
                @Nullable Duration boots,
                @Nullable Duration ofAll,
                @Nullable Duration generalOfBoot) {
            if (own != null) {
                return new Choice(own, true);
            }
            if (ofAll == null || (boots != null && !boots.equals(generalOfBoot))) {
                return new Choice(boots, false);
            }
            return new Choice(ofAll, true);
        }

        void tell(Consumer<Duration> ours, Consumer<Duration> adopted, Duration unlimited) {
            Duration value = time == null || time.isZero() ? unlimited : time;
            (isOurs ? ours : adopted).accept(value);
        }
    }

    /** The layers of each route by its nickname: a pool may amend a route of the defaults. */
    private Map<String, List<WeirProperties.Route>> routes() {
        Map<String, List<WeirProperties.Route>> routes = new LinkedHashMap<>();
        layers.forEach(layer -> new TreeSet<>(layer.routes().keySet()).forEach(name -> routes.put(name, List.of())));
        routes.replaceAll((name, none) -> layers.stream()
                .flatMap(layer -> Stream.ofNullable(layer.routes().get(name)))
                .toList());
        return routes;
    }

    private void route(
            List<WeirProperties.Route> route, HttpPoolBuilder builder, Function<String, SSLContext> contexts) {
        String target = last(route, WeirProperties.Route::target);
        if (target == null) {
            return; // the check at the start asks for it
        }
        String bundle = last(route, layer -> layer.ssl().bundle());
        builder.route(target, rule -> {
            for (WeirProperties.Route layer : route) {
                apply(layer, rule);
            }
            MAP.from(bundle).as(contexts::apply).to(rule::sslContext);
        });
    }

    private void apply(WeirProperties.Route layer, RouteRule rule) {
        Limits most = layers.get(0).routes().containsValue(layer) ? limits : Limits.NONE;
        MAP.from(layer.maxConnections()).as(most::total).to(rule::maxConnections);
        MAP.from(layer.maxIdle()).as(most::total).to(rule::maxIdle);
        MAP.from(layer.minIdle()).as(most::total).to(rule::minIdle);
        MAP.from(layer.maxInFlight()).to(rule::maxInFlight);
        MAP.from(layer.maxPending()).to(rule::maxPending);
        MAP.from(layer.reuse()).to(rule::reuse);
        MAP.from(layer.protocol()).to(rule::protocol);
        MAP.from(layer.proxy()).to(rule::proxy);
        rule.timeouts(to -> {
            MAP.from(layer.timeouts().poolWait()).to(to::poolWait);
            MAP.from(layer.timeouts().connect()).to(to::connect);
            MAP.from(layer.timeouts().read()).to(to::read);
            MAP.from(layer.timeouts().total()).to(to::total);
            MAP.from(layer.timeouts().unordered()).to(to::unordered);
        });
        rule.keepAlive(keepAlive(layer.keepAlive()));
        rule.eviction(eviction(layer.eviction()));
        rule.retry(retry(layer.retry()));
    }

    /** Limits that a pool inherits make way for those that it sets itself. */
    private record Limits(int total, int perRoute) {

        static final Limits NONE = new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE);

        static Limits of(WeirProperties.@Nullable Pool own) {
            if (own == null) {
                return NONE;
            }
            int total = Objects.requireNonNullElse(own.maxTotal(), Integer.MAX_VALUE);
            return new Limits(total, Math.min(total, Objects.requireNonNullElse(own.maxPerRoute(), Integer.MAX_VALUE)));
        }

        int total(int inherited) {
            return Math.min(total, inherited);
        }

        int perRoute(int inherited) {
            return Math.min(total, inherited);
        }

        int idle(int inherited) {
            return Math.min(perRoute, inherited);
        }
    }

    private <T> @Nullable T last(Function<WeirProperties.Pool, @Nullable T> value) {
        return last(layers, value);
    }

    private static <L, T> @Nullable T last(List<L> layers, Function<L, @Nullable T> value) {
        T last = null;
        for (L layer : layers) {
            T own = value.apply(layer);
            last = own == null ? last : own;
        }
        return last;
    }
}
