package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.internal.client.Framework;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.http.client.HttpClientSettings;

/** Each property sets its knob; what a knob does is tested on the builder. */
class PropertiesTest {

    /** Property, value, and what other properties it needs. */
    private static final List<String> OF_POOL = List.of(
            "max-total 70",
            "max-per-route 7",
            "max-idle-per-route 6",
            "max-idle 90",
            "max-in-flight 30",
            "max-pending 5",
            "timeouts.pool-wait 300ms",
            "timeouts.connect 1500ms",
            "timeouts.read 6s",
            "timeouts.total 40s",
            "timeouts.unordered true timeouts.read=1s timeouts.connect=2s",
            "keep-alive.server-idle 50s",
            "keep-alive.max 9s",
            "keep-alive.margin 1s",
            "keep-alive.learn false",
            "eviction.idle 20s",
            "eviction.max-lifetime 4m",
            "eviction.jitter 0.2",
            "eviction.max-requests 500",
            "eviction.validate-after 1s",
            "eviction.interval 3s",
            "dns.ttl 20s",
            "dns.negative-ttl 3s",
            "dns.serve-stale 5m",
            "dns.drain-on-change false",
            "dns.spread first",
            "dialing.max-concurrent 3",
            "retry.on-status 429,503",
            "retry.max-retries 3",
            "retry.backoff 100ms retry.on-status=503",
            "retry.max-backoff 4s retry.on-status=503",
            "retry.budget 0.1 retry.on-status=503",
            "reuse safe",
            "leak-detection 30s",
            "paths-in-reports false",
            "slow-requests 500ms",
            "protocol negotiate",
            "proxy http://proxy:3128",
            "no-proxy *.internal proxy=http://proxy:3128");

    private static final List<String> OF_ROUTE = List.of(
            "max-connections 7",
            "max-idle 6",
            "min-idle 2",
            "max-in-flight 30",
            "max-pending 5",
            "timeouts.pool-wait 300ms",
            "timeouts.connect 1500ms",
            "timeouts.read 6s",
            "timeouts.total 40s",
            "timeouts.unordered true timeouts.read=1s timeouts.connect=2s",
            "keep-alive.server-idle 50s",
            "keep-alive.max 9s",
            "keep-alive.margin 1s",
            "keep-alive.learn false",
            "eviction.idle 20s",
            "eviction.max-lifetime 4m",
            "eviction.jitter 0.2",
            "eviction.max-requests 500",
            "eviction.validate-after 1s",
            "eviction.interval 3s",
            "retry.on-status 429,503",
            "retry.max-retries 3",
            "retry.backoff 100ms retry.on-status=503",
            "retry.max-backoff 4s retry.on-status=503",
            "retry.budget 0.1 retry.on-status=503",
            "reuse safe",
            "protocol http-1-1",
            "proxy http://proxy:3128");

    private static final String TARGET = "https://recs:8443";

    static Stream<String> ofPool() {
        return OF_POOL.stream();
    }

    static Stream<String> ofRoute() {
        return OF_ROUTE.stream();
    }

    @Test
    void areAllListedHere() {
        assertThat(names(OF_POOL))
                .containsExactlyInAnyOrderElementsOf(without(PropertyNames.Known.OF_POOL, "ssl.bundle", "routes"));
        assertThat(names(OF_ROUTE))
                .containsExactlyInAnyOrderElementsOf(without(PropertyNames.Known.OF_ROUTE, "ssl.bundle", "target"));
    }

    private static List<String> names(List<String> rows) {
        return rows.stream().map(row -> row.split(" ", -1)[0]).toList();
    }

    private static List<String> without(List<String> names, String... others) {
        return names.stream().filter(name -> !List.of(others).contains(name)).toList();
    }

    @ParameterizedTest
    @MethodSource("ofPool")
    void setTheirKnobOfAllPools(String row) {
        assertThat(changed(bound("weir.defaults", row), HttpPools.DEFAULT)).contains(camel(row));
    }

    @ParameterizedTest
    @MethodSource("ofPool")
    void setTheirKnobOfOnePool(String row) {
        Map<String, String> properties = bound("weir.pools.payments", row);

        assertThat(changed(properties, "payments")).contains(camel(row));
        assertThat(config(properties, HttpPools.DEFAULT)).isEqualTo(config(Map.of(), HttpPools.DEFAULT));
    }

    @ParameterizedTest
    @MethodSource("ofRoute")
    void setTheirKnobOfARoute(String row) {
        Map<String, String> properties = bound("weir.defaults.routes.recs", row);
        properties.put("weir.defaults.routes.recs.target", TARGET);
        PoolConfig config = config(properties, HttpPools.DEFAULT);

        assertThat(settings(config.effective(TARGET)).get(camel(row)))
                .satisfies(value -> assertThat(value).isEqualToIgnoringCase(shown(row)));
    }

    /** The properties of a row. */
    private static Map<String, String> bound(String prefix, String row) {
        String[] parts = row.split(" ", -1);
        Map<String, String> properties = new HashMap<>();
        properties.put(prefix + "." + parts[0], parts[1]);
        Arrays.stream(parts).skip(2).forEach(each -> {
            String[] further = each.split("=", 2);
            properties.put(prefix + "." + further[0], further[1]);
        });
        return properties;
    }

    private static String camel(String row) {
        String name = row.split(" ", -1)[0];
        return Arrays.stream(name.split("-", -1))
                .reduce((one, other) ->
                        one + other.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + other.substring(1))
                .orElseThrow();
    }

    private static String shown(String row) {
        String value = row.split(" ", -1)[1];
        return switch (value) {
            case "429,503" -> "429, 503";
            case "http-1-1" -> "HTTP_1_1";
            default -> value;
        };
    }

    /** The settings of a pool that differ from the defaults and are as the row says. */
    private static List<String> changed(Map<String, String> properties, String pool) {
        Map<String, String> usual = settings(config(Map.of(), pool).effective());
        Map<String, String> now = settings(config(properties, pool).effective());
        return now.entrySet().stream()
                .filter(setting -> !setting.getValue().equals(usual.get(setting.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, String> settings(RouteConfig config) {
        return config.settings().stream()
                .collect(Collectors.toMap(setting -> setting.name(), setting -> setting.value(), (one, other) -> one));
    }

    @Test
    void ofAllPoolsYieldToASmallerTotalOfAPool() {
        PoolConfig config = config(
                Map.of(
                        "weir.defaults.max-per-route", "30",
                        "weir.defaults.routes.prices.target", TARGET,
                        "weir.defaults.routes.prices.max-connections", "8",
                        "weir.pools.catalog.max-total", "4"),
                "catalog");

        assertThat(config.maxPerRoute()).isEqualTo(4);
        assertThat(config.effective(TARGET).maxConnections()).isEqualTo(4);
    }

    @Test
    void ofAPoolAmendARouteOfAllPools() {
        PoolConfig config = config(
                Map.of(
                        "weir.defaults.routes.prices.target", TARGET,
                        "weir.defaults.routes.prices.max-connections", "8",
                        "weir.pools.catalog.routes.prices.max-connections", "5"),
                "catalog");

        assertThat(config.effective(TARGET).maxConnections()).isEqualTo(5);
    }

    @Test
    void limitTheWholeCallOnceATimeoutIsSet() {
        PoolConfig config = config(Map.of("weir.defaults.timeouts.pool-wait", "500ms"), HttpPools.DEFAULT);

        assertThat(config.timeouts().total()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void ofOnePoolBeatBootsWhichBeatThoseOfAllPools() {
        HttpClientSettings specific = HttpClientSettings.defaults().withReadTimeout(Duration.ofSeconds(7));
        Map<String, String> properties =
                Map.of("weir.defaults.timeouts.read", "6s", "weir.pools.payments.timeouts.read", "8s");

        assertThat(config(properties, "payments", specific, HttpClientSettings.defaults())
                        .timeouts()
                        .read())
                .isEqualTo(Duration.ofSeconds(8));
        assertThat(config(properties, "orders", specific, HttpClientSettings.defaults())
                        .timeouts()
                        .read())
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(config(properties, "orders", specific, specific).timeouts().read())
                .isEqualTo(Duration.ofSeconds(6));
    }

    private static PoolConfig config(Map<String, String> properties, String pool) {
        return config(properties, pool, HttpClientSettings.defaults(), HttpClientSettings.defaults());
    }

    private static PoolConfig config(
            Map<String, String> properties, String pool, HttpClientSettings settings, HttpClientSettings general) {
        WeirProperties bound = new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("weir", Bindable.of(WeirProperties.class));
        PoolMapper mapper = new PoolMapper(pool, bound, general);
        HttpPoolBuilder builder = HttpPool.builder(pool);
        mapper.apply(builder, new Framework(setting -> setting), settings, bundle -> PropertiesTest.context());
        return mapper.isAsync() ? builder.asyncConfig() : builder.config();
    }

    private static SSLContext context() {
        try {
            return SSLContext.getDefault();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
