package dev.weir.spring;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Dns;
import dev.weir.config.Eviction;
import dev.weir.config.KeepAlive;
import dev.weir.config.Protocol;
import dev.weir.config.Retry;
import dev.weir.config.RouteRule;
import dev.weir.config.Timeouts;
import dev.weir.internal.client.Framework;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * Tells the builder of a pool what the properties say: first {@code weir.defaults}, then {@code weir.pools.<name>}, and of
 * timeouts what Boot says. What is not set costs no lambda, since each is a class for the first request to load. Immutable.
 */
final class PoolMapper {

    /** What HttpClient takes for a connect timeout that was never set; Boot's 0 means no limit at all. */
    private static final Duration LONGEST_CONNECT = Duration.ofMinutes(3);

    private static final PropertyMapper MAP = PropertyMapper.get();

    private final WeirProperties.@Nullable Pool ofAll;
    private final WeirProperties.@Nullable Pool own;
    private final HttpClientSettings general;

    /**
     * Creates a mapper.
     *
     * @param pool the name in the properties
     * @param properties all of ours
     * @param general Boot's settings for every client
     */
    PoolMapper(String pool, WeirProperties properties, HttpClientSettings general) {
        this.ofAll = properties.defaults();
        this.own = properties.pools().get(pool);
        this.general = general;
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

    /** The names of all bundles, by the properties below the pool that name them. */
    Map<String, String> bundles() {
        Map<String, String> bundles = new TreeMap<>();
        MAP.from(bundle()).to(name -> bundles.put("ssl.bundle", name));
        for (String nickname : nicknames()) {
            String ofRoute = last(nickname, route -> route.ssl().bundle());
            MAP.from(ofRoute).to(name -> bundles.put("routes." + nickname + ".ssl.bundle", name));
        }
        return bundles;
    }

    /** The nicknames of routes that concern no request, because they have no target. */
    List<String> withoutTarget() {
        return nicknames().stream()
                .filter(nickname -> last(nickname, WeirProperties.Route::target) == null)
                .toList();
    }

    /** The nickname of the route rule for a target. */
    Optional<String> nickname(String target) {
        return nicknames().stream()
                .filter(nickname -> target.equals(last(nickname, WeirProperties.Route::target)))
                .findFirst();
    }

    private Set<String> nicknames() {
        return layers().flatMap(layer -> layer.routes().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<WeirProperties.Pool> layers() {
        return Stream.of(ofAll, own).filter(Objects::nonNull);
    }

    /** The specific beats the general. */
    private <T> @Nullable T last(Function<WeirProperties.Pool, @Nullable T> value) {
        return layers().flatMap(layer -> Stream.ofNullable(value.apply(layer)))
                .reduce((first, second) -> second)
                .orElse(null);
    }

    /** A pool may amend a route of the defaults. */
    private <T> @Nullable T last(String nickname, Function<WeirProperties.Route, @Nullable T> value) {
        return last(layer -> {
            WeirProperties.Route route = layer.routes().get(nickname);
            return route == null ? null : value.apply(route);
        });
    }

    private static WeirProperties.@Nullable Route route(WeirProperties.@Nullable Pool layer, String nickname) {
        return layer == null ? null : layer.routes().get(nickname);
    }

    /**
     * Tells a builder all of it.
     *
     * @param builder the builder
     * @param framework names the settings, and begins clients
     * @param settings Boot's settings for the clients of the pool
     * @param contexts the TLS context of a bundle
     */
    void apply(
            HttpPoolBuilder builder,
            Framework framework,
            HttpClientSettings settings,
            Function<String, SSLContext> contexts) {
        // Limits that a pool inherits make way for those that it sets itself.
        int total = own == null || own.maxTotal() == null ? Integer.MAX_VALUE : own.maxTotal();
        if (ofAll != null) {
            int perRoute = own == null || own.maxPerRoute() == null ? total : Math.min(total, own.maxPerRoute());
            apply(ofAll, total, perRoute, builder);
        }
        if (own != null) {
            apply(own, Integer.MAX_VALUE, Integer.MAX_VALUE, builder);
        }
        builder.framework(adopting(framework, settings));
        if (layers().allMatch(layer -> layer.timeouts() == null)) {
            builder.timeouts(to -> to.total(Duration.ZERO));
        }
        nicknames().forEach(nickname -> route(nickname, total, builder, contexts));
    }

    private void apply(WeirProperties.Pool from, int total, int perRoute, HttpPoolBuilder to) {
        MAP.from(from.maxTotal()).to(to::maxTotal);
        MAP.from(from.maxPerRoute()).as(limit -> Math.min(limit, total)).to(to::maxPerRoute);
        MAP.from(from.maxIdlePerRoute()).as(limit -> Math.min(limit, perRoute)).to(to::maxIdlePerRoute);
        MAP.from(from.maxIdle()).to(to::maxIdle);
        MAP.from(from.maxInFlight()).to(to::maxInFlight);
        MAP.from(from.maxPending()).to(to::maxPending);
        MAP.from(from.timeouts()).to(group -> to.timeouts(own -> apply(group, own)));
        MAP.from(from.keepAlive()).to(group -> to.keepAlive(own -> apply(group, own)));
        MAP.from(from.eviction()).to(group -> to.eviction(own -> apply(group, own)));
        MAP.from(from.dns()).to(group -> to.dns(own -> apply(group, own)));
        MAP.from(from.dialing())
                .as(WeirProperties.Dialing::maxConcurrent)
                .to(n -> to.dialing(own -> own.maxConcurrent(n)));
        MAP.from(from.retry()).to(group -> to.retry(own -> apply(group, own)));
        MAP.from(from.reuse()).to(to::reuse);
        MAP.from(from.leakDetection()).to(to::leakDetection);
        MAP.from(from.pathsInReports()).to(to::pathsInReports);
        MAP.from(from.slowRequests()).to(to::slowRequests);
        MAP.from(from.protocol()).to(to::protocol);
        MAP.from(from.proxy()).to(to::proxy);
        // Exclusions that are meant for all pools do not concern one that has no proxy.
        if (from.equals(own) || last(WeirProperties.Pool::proxy) != null) {
            MAP.from(from.noProxy()).to(targets -> to.noProxy(targets.toArray(String[]::new)));
        }
    }

    private void route(String nickname, int total, HttpPoolBuilder builder, Function<String, SSLContext> contexts) {
        String target = last(nickname, WeirProperties.Route::target);
        if (target == null) {
            return; // the check at the start asks for it
        }
        String bundle = last(nickname, route -> route.ssl().bundle());
        builder.route(target, rule -> {
            MAP.from(route(ofAll, nickname)).to(route -> apply(route, total, rule));
            MAP.from(route(own, nickname)).to(route -> apply(route, Integer.MAX_VALUE, rule));
            MAP.from(bundle).as(contexts::apply).to(rule::sslContext);
        });
    }

    private static void apply(WeirProperties.Route from, int total, RouteRule to) {
        MAP.from(from.maxConnections()).as(limit -> Math.min(limit, total)).to(to::maxConnections);
        MAP.from(from.maxIdle()).as(limit -> Math.min(limit, total)).to(to::maxIdle);
        MAP.from(from.minIdle()).as(limit -> Math.min(limit, total)).to(to::minIdle);
        MAP.from(from.maxInFlight()).to(to::maxInFlight);
        MAP.from(from.maxPending()).to(to::maxPending);
        MAP.from(from.timeouts()).to(group -> to.timeouts(own -> apply(group, own)));
        MAP.from(from.keepAlive()).to(group -> to.keepAlive(own -> apply(group, own)));
        MAP.from(from.eviction()).to(group -> to.eviction(own -> apply(group, own)));
        MAP.from(from.retry()).to(group -> to.retry(own -> apply(group, own)));
        MAP.from(from.reuse()).to(to::reuse);
        MAP.from(from.protocol()).to(to::protocol);
        MAP.from(from.proxy()).to(to::proxy);
    }

    private static void apply(WeirProperties.Timeouts from, Timeouts to) {
        MAP.from(from.poolWait()).to(to::poolWait);
        MAP.from(from.connect()).to(to::connect);
        MAP.from(from.read()).to(to::read);
        MAP.from(from.total()).to(to::total);
        MAP.from(from.unordered()).to(to::unordered);
    }

    private static void apply(WeirProperties.KeepAlive from, KeepAlive to) {
        MAP.from(from.serverIdle()).to(to::serverIdle);
        MAP.from(from.max()).to(to::max);
        MAP.from(from.margin()).to(to::margin);
        MAP.from(from.learn()).to(to::learn);
    }

    private static void apply(WeirProperties.Eviction from, Eviction to) {
        MAP.from(from.idle()).to(to::idle);
        MAP.from(from.maxLifetime()).to(to::maxLifetime);
        MAP.from(from.jitter()).to(to::jitter);
        MAP.from(from.maxRequests()).to(to::maxRequests);
        MAP.from(from.validateAfter()).to(to::validateAfter);
        MAP.from(from.interval()).to(to::interval);
    }

    private static void apply(WeirProperties.Dns from, Dns to) {
        MAP.from(from.ttl()).to(to::ttl);
        MAP.from(from.negativeTtl()).to(to::negativeTtl);
        MAP.from(from.serveStale()).to(to::serveStale);
        MAP.from(from.drainOnChange()).to(to::drainOnChange);
        MAP.from(from.spread()).to(to::spread);
    }

    private static void apply(WeirProperties.Retry from, Retry to) {
        MAP.from(from.onStatus())
                .to(all -> to.onStatus(all.stream().mapToInt(Integer::intValue).toArray()));
        MAP.from(from.maxRetries()).to(to::maxRetries);
        MAP.from(from.backoff()).to(to::backoff);
        MAP.from(from.maxBackoff()).to(to::maxBackoff);
        MAP.from(from.budget()).to(to::budget);
    }

    /** Applies Boot's timeouts: a specific one overrides a general one; a time that neither sets has no limit. */
    private Framework adopting(Framework framework, HttpClientSettings settings) {
        Duration connect = settings.connectTimeout();
        if (connect == null || !isBoots(WeirProperties.Timeouts::connect, connect, general.connectTimeout())) {
            connect = null;
        } else if (connect.isZero()) {
            connect = LONGEST_CONNECT;
        }
        Duration read = settings.readTimeout();
        if (!isBoots(WeirProperties.Timeouts::read, read, general.readTimeout())) {
            read = null;
        } else if (read == null) {
            read = Duration.ZERO;
        }
        return framework.timeouts(connect, read);
    }

    private boolean isBoots(
            Function<WeirProperties.Timeouts, @Nullable Duration> time,
            @Nullable Duration boots,
            @Nullable Duration generalOfBoot) {
        boolean isSpecific = boots != null && !boots.equals(generalOfBoot);
        return !isSet(own, time) && (isSpecific || !isSet(ofAll, time));
    }

    private static boolean isSet(
            WeirProperties.@Nullable Pool layer, Function<WeirProperties.Timeouts, @Nullable Duration> time) {
        return layer != null && layer.timeouts() != null && time.apply(layer.timeouts()) != null;
    }
}
