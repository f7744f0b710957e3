package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.config.Setting;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.client.RestClient;

/** Every property reaches the pool that the connections of a client really come from. */
class PropertiesIT {

    /** Property, value, and the value of the knob as the pool shows it. */
    static final List<List<String>> POOL = List.of(
            List.of("max-total", "50", "maxTotal", "50"),
            List.of("max-per-route", "13", "maxPerRoute", "13"),
            List.of("max-idle-per-route", "3", "maxIdlePerRoute", "3"),
            List.of("max-idle", "4", "maxIdle", "4"),
            List.of("max-in-flight", "18", "maxInFlight", "18"),
            List.of("max-in-flight-per-route", "6", "maxInFlightPerRoute", "6"),
            List.of("max-pending", "17", "maxPending", "17"),
            List.of("timeouts.pool-wait", "900ms", "timeouts.poolWait", "900ms"),
            List.of("timeouts.connect", "3s", "timeouts.connect", "3s"),
            List.of("timeouts.read", "4s", "timeouts.read", "4s"),
            List.of("timeouts.total", "11s", "timeouts.total", "11s"),
            List.of("timeouts.unordered", "true", "timeouts.unordered", "true"),
            List.of("keep-alive.server-idle", "50s", "keepAlive.serverIdle", "50s"),
            List.of("keep-alive.max", "20s", "keepAlive.max", "20s"),
            List.of("keep-alive.margin", "3s", "keepAlive.margin", "3s"),
            List.of("keep-alive.learn", "false", "keepAlive.learn", "false"),
            List.of("eviction.idle", "40s", "eviction.idle", "40s"),
            List.of("eviction.max-lifetime", "4m", "eviction.maxLifetime", "4m"),
            List.of("eviction.jitter", "0.2", "eviction.jitter", "0.2"),
            List.of("eviction.max-requests", "99", "eviction.maxRequests", "99"),
            List.of("eviction.validate-after", "0", "eviction.validateAfter", "0s"),
            List.of("eviction.interval", "2s", "eviction.interval", "2s"),
            List.of("dns.ttl", "7s", "dns.ttl", "7s"),
            List.of("dns.negative-ttl", "1s", "dns.negativeTtl", "1s"),
            List.of("dns.serve-stale", "1m", "dns.serveStale", "1m"),
            List.of("dns.drain-on-change", "false", "dns.drainOnChange", "false"),
            List.of("dns.spread", "first", "dns.spread", "FIRST"),
            List.of("dialing.max-concurrent", "5", "dialing.maxConcurrent", "5"),
            List.of("http2.max-streams", "50", "http2.maxStreams", "50"),
            List.of("http2.ping", "5m", "http2.ping", "5m"),
            List.of("reuse", "safe", "reuse", "SAFE"),
            List.of("leak-detection", "15s", "leakDetection", "15s"),
            List.of("paths-in-reports", "false", "pathsInReports", "false"),
            List.of("slow-requests", "500ms", "slowRequests", "500ms"),
            List.of("retry.on-status", "503", "retry.onStatus", "503"),
            List.of("retry.max-retries", "2", "retry.maxRetries", "2"),
            List.of("retry.backoff", "300ms", "retry.backoff", "300ms"),
            List.of("retry.max-backoff", "3s", "retry.maxBackoff", "3s"),
            List.of("retry.budget", "0.3", "retry.budget", "0.3"),
            List.of("protocol", "http-1-1", "protocol", "HTTP_1_1"));

    /** What needs a server or a bean to be seen. */
    private static final Set<String> NO_SETTINGS = Set.of(
            "proxy",
            "no-proxy",
            "proxy-credentials.username",
            "proxy-credentials.password",
            "warm-up.targets",
            "warm-up.connections",
            "warm-up.reactive",
            "warm-up.required",
            "ssl.bundle",
            "customizer");

    /** The same for routes, where what spans routes is left out. */
    static final List<List<String>> ROUTE = Stream.concat(
                    Stream.of(
                            List.of("max-connections", "12", "maxConnections", "12"),
                            List.of("max-idle", "2", "maxIdle", "2"),
                            List.of("min-idle", "1", "minIdle", "1"),
                            List.of("max-in-flight", "5", "maxInFlight", "5"),
                            List.of("max-pending", "4", "maxPending", "4"),
                            List.of("proxy", "none", "proxy", "none")),
                    POOL.stream()
                            .filter(row -> row.get(0).startsWith("timeouts.")
                                    || row.get(0).startsWith("keep-alive.")
                                    || row.get(0).startsWith("eviction.")
                                    || row.get(0).startsWith("retry.")
                                    || row.get(0).equals("reuse")
                                    || row.get(0).equals("protocol"))
                            .filter(row -> !row.get(0).equals("eviction.interval")))
            .toList();

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @FieldSource("POOL")
    void holdsForEveryPoolOrForOne(List<String> row) {
        Setting general = settingOf("default", row.get(2), "weir.defaults." + row.get(0) + "=" + row.get(1));
        Setting own = settingOf("shop", row.get(2), "weir.pools.shop." + row.get(0) + "=" + row.get(1));

        assertThat(general.value()).isEqualTo(row.get(3));
        assertThat(general.origin()).isEqualTo("pool");
        assertThat(own).isEqualTo(general);
    }

    @ParameterizedTest
    @FieldSource("ROUTE")
    void holdsForARoute(List<String> row) {
        List<Setting> found = new ArrayList<>();
        BootApp.run(
                context -> {
                    get(context.getBean(HttpPools.class), "default");
                    ManagedPool pool =
                            context.getBean(HttpPools.class).find("default").orElseThrow();
                    found.add(pool.config().effective(server.origin()).setting(row.get(2)));
                },
                "weir.defaults.routes.here.target=" + server.origin(),
                "weir.defaults.routes.here." + row.get(0) + "=" + row.get(1));

        assertThat(found).singleElement().satisfies(setting -> {
            assertThat(setting.value()).isEqualTo(row.get(3));
            assertThat(setting.origin()).startsWith("route ");
        });
    }

    @Test
    void leavesNoPropertyOut() {
        List<String> tried = POOL.stream().map(row -> row.get(0)).toList();
        List<String> triedOnRoutes = ROUTE.stream().map(row -> row.get(0)).toList();

        assertThat(PropertyNames.of(PoolProperties.class))
                .filteredOn(name -> !name.startsWith("routes") && !NO_SETTINGS.contains(name))
                .containsExactlyInAnyOrderElementsOf(tried);
        assertThat(PropertyNames.of(RouteProperties.class))
                .filteredOn(name ->
                        !List.of("target", "eviction.interval", "ssl.bundle").contains(name))
                .containsExactlyInAnyOrderElementsOf(triedOnRoutes);
    }

    @Test
    void sendsRequestsThroughTheProxy() {
        BootApp.run(
                context -> {
                    RestClient client = BootApp.restClient(context);

                    String answer = client.get()
                            .uri("http://nowhere.invalid/")
                            .retrieve()
                            .body(String.class);

                    assertThat(answer).isEqualTo("hello");
                    assertThat(server.requests()).isEqualTo(1);
                },
                "weir.defaults.proxy=" + server.origin());
    }

    @Test
    void letsAPoolAmendARouteOfTheDefaults() {
        BootApp.run(
                context -> {
                    get(context.getBean(HttpPools.class), "shop");

                    ManagedPool pool =
                            context.getBean(HttpPools.class).find("shop").orElseThrow();
                    assertThat(pool.config()
                                    .effective(server.origin())
                                    .setting("maxConnections")
                                    .value())
                            .isEqualTo("7");
                    assertThat(pool.config()
                                    .effective(server.origin())
                                    .setting("maxIdle")
                                    .value())
                            .isEqualTo("2");
                },
                "weir.defaults.routes.here.target=" + server.origin(),
                "weir.defaults.routes.here.max-connections=9",
                "weir.defaults.routes.here.max-idle=2",
                "weir.pools.shop.routes.here.max-connections=7");
    }

    @ParameterizedTest
    @CsvSource({
        "WEIR_DEFAULTS_MAXTOTAL, 50, maxTotal",
        "WEIR_DEFAULTS_KEEPALIVE_SERVERIDLE, 50s, keepAlive.serverIdle",
        "WEIR_DEFAULTS_TIMEOUTS_POOLWAIT, 900ms, timeouts.poolWait"
    })
    void canComeFromTheEnvironment(String variable, String value, String knob) {
        Map<String, Object> variables = Map.of(variable, value);
        try (var context = BootApp.with()
                .start(environment -> environment
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)))) {
            get(context.getBean(HttpPools.class), "default");

            ManagedPool pool = context.getBean(HttpPools.class).find("default").orElseThrow();
            assertThat(pool.config().effective().setting(knob).value()).isEqualTo(value);
        }
    }

    private Setting settingOf(String name, String knob, String property) {
        List<Setting> found = new ArrayList<>();
        BootApp.run(
                context -> {
                    HttpPools pools = context.getBean(HttpPools.class);
                    get(pools, name);
                    found.add(
                            pools.find(name).orElseThrow().config().effective().setting(knob));
                },
                property);
        return found.get(0);
    }

    private void get(HttpPools pools, String pool) {
        RestClient client = RestClient.builder().apply(pools.restClient(pool)).build();
        assertThat(client.get().uri(server.uri("/")).retrieve().body(String.class))
                .isEqualTo("hello");
    }
}
