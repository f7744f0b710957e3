package dev.weir.spring;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.Effect.Probe;
import dev.weir.testserver.BlackHole;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every property changes what real connections do: each is tried without and with it, for all routes and for one. */
@Tag("slow")
class PropertyEffectsIT {

    private static final BlackHole NOBODY = BlackHole.open();

    private static final String H2 = "weir.defaults.protocol=http-2";
    private static final String ONE = "weir.defaults.max-per-route=1";
    private static final String BUSY = "weir.defaults.retry.on-status=503";
    private static final String NO_PROXY_THERE = "weir.defaults.proxy=http://127.0.0.1:1";
    private static final String NO_POOLING = "weir.defaults.keep-alive.max=0";
    private static final String[] LONG_LIFE = {
        "weir.defaults.keep-alive.server-idle=1h",
        "weir.defaults.keep-alive.max=100s",
        "weir.defaults.eviction.max-lifetime=100s",
        "weir.defaults.eviction.interval=100s",
    };

    /** What comes of a property of all routes, or of one route. */
    private static final List<Effect> EFFECTS = List.of(
            effect("max-total", "1", 2L, 1L, Effects::requestsAtOnce),
            effect("max-per-route", "1", 2L, 1L, Effects::requestsAtOnce),
            effect("max-connections", "1", 2L, 1L, Effects::requestsAtOnce),
            effect("max-idle-per-route", "1", 2, 1, Effects::keptOfTwo),
            effect("max-idle", "1", 2, 1, Effects::keptOfTwoInTheEnd),
            effect("min-idle", "5", false, true, Effects::keepsMoreThanItNeeds),
            effect("max-in-flight", "1", 2L, 1L, Effects::requestsAtOnce),
            effect("max-in-flight-per-route", "1", 2L, 1L, Effects::requestsAtOnce),
            effect("max-pending", "0", true, false, Effects::waits, ONE),
            effect("timeouts.pool-wait", "150ms", false, true, Effects::givesUpEarly, ONE),
            effect("timeouts.connect", "300ms", false, true, site -> Effects.endsEarly(site, NOBODY)),
            effect("timeouts.read", "200ms", "ok", "SocketTimeoutException", Effects::slow),
            effect("timeouts.total", "200ms", "ok", "TotalTimeoutException", Effects::slow),
            effect(
                    "timeouts.unordered",
                    "true",
                    "refused",
                    "ok",
                    Effects::call,
                    "<prefix>timeouts.read=300ms",
                    "<prefix>timeouts.connect=400ms"),
            effect("keep-alive.server-idle", "20s", 1, 2, site -> Effects.connectionsOfTwo(site, ofSeconds(15))),
            effect("keep-alive.max", "10s", 1, 2, site -> Effects.connectionsOfTwo(site, ofSeconds(15))),
            effect(
                    "keep-alive.margin",
                    "10s",
                    1,
                    2,
                    site -> Effects.connectionsOfTwo(site, ofSeconds(34)),
                    "weir.defaults.keep-alive.max=50s"),
            effect("keep-alive.learn", "false", true, false, Effects::learns),
            effect(
                    "eviction.idle",
                    "10s",
                    false,
                    true,
                    site -> Effects.closesUnused(site, ofSeconds(15)),
                    "weir.defaults.eviction.interval=50ms"),
            effect("eviction.max-lifetime", "1m", false, true, Effects::connectionsOfBusyRoute),
            effect("eviction.jitter", "0.9", true, false, Effects::allGrowOld, LONG_LIFE),
            effect("eviction.max-requests", "1", 1, 2, site -> Effects.connectionsOfTwo(site, ofMillis(1))),
            effect("eviction.validate-after", "0", "[SERVER_CLOSED_IDLE]", "[STALE]", Effects::endOfClosed),
            effect(
                    "eviction.interval",
                    "10m",
                    true,
                    false,
                    site -> Effects.closesUnused(site, ofSeconds(15)),
                    "weir.defaults.eviction.idle=8s",
                    "weir.defaults.keep-alive.server-idle=5m",
                    "weir.defaults.keep-alive.max=5s"),
            effect("dns.ttl", "0", 1, 2, site -> Effects.lookupsOfTwo(site, true), NO_POOLING),
            effect("dns.negative-ttl", "0", 1, 2, site -> Effects.lookupsOfTwo(site, false)),
            effect("dns.serve-stale", "0", "ok", "UnknownHostException", Effects::callWithoutDns, NO_POOLING),
            effect(
                    "dns.drain-on-change",
                    "false",
                    true,
                    false,
                    Effects::closesWhenHostMoves,
                    "weir.defaults.dns.ttl=200ms"),
            effect("dns.spread", "first", 1L, 0L, Effects::connectionsToSecondAddress),
            effect("dialing.max-concurrent", "1", 3, 1, site -> Effects.dialsAtOnce(site, NOBODY)),
            effect("http1.max-line-length", "10", "ok", "MessageConstraintException", Effects::call),
            effect("http1.max-headers", "1", "ok", "MessageConstraintException", Effects::call),
            effect("http2.max-streams", "2", 3, 2, site -> Effects.streamsAtOnce(site, 100), H2, ONE),
            effect("http2.ping", "200ms", false, true, Effects::isPinged, H2),
            effect(
                    "http2.ping-timeout",
                    "300ms",
                    false,
                    true,
                    Effects::isGivenUp,
                    H2,
                    "weir.defaults.http2.ping=200ms"),
            effect("reactor.own", "true", false, true, site -> Effects.ownIoThreads(site) > 0, H2),
            effect(
                    "reactor.threads",
                    "9",
                    false,
                    true,
                    site -> Effects.ownIoThreads(site) == 9,
                    H2,
                    "weir.defaults.reactor.own=true"),
            effect("reactor.callbacks-on-io-thread", "true", false, true, Effects::isCalledBackOnIoThread, H2),
            effect("retry.on-status", "503", 1L, 2L, Effects::triesWhereBusy),
            effect("retry.max-retries", "2", 2L, 3L, Effects::triesWhereBusy, BUSY),
            effect("retry.backoff", "24h", 2L, 1L, Effects::triesWhereBusy, BUSY, "weir.defaults.timeouts.total=5s"),
            effect(
                    "retry.max-backoff",
                    "20ms",
                    false,
                    true,
                    site -> Effects.triesWhereBusy(site).equals(21L),
                    BUSY,
                    "weir.defaults.timeouts.total=4s",
                    "weir.defaults.retry.max-retries=20",
                    "weir.defaults.retry.backoff=20ms",
                    "weir.defaults.retry.budget=20"),
            effect("retry.max-retry-after", "900ms", 2L, 1L, Effects::triesWhereBusyForASecond, BUSY),
            effect(
                    "retry.budget",
                    "30",
                    11L,
                    31L,
                    Effects::triesWhereBusy,
                    BUSY,
                    "weir.defaults.retry.max-retries=30",
                    "weir.defaults.retry.backoff=1ms",
                    "weir.defaults.retry.max-backoff=1ms"),
            effect("reuse", "never", 1, 2, site -> Effects.connectionsOfTwo(site, ofMillis(1))),
            effect("leak-detection", "200ms", false, true, Effects::isReported, "weir.defaults.eviction.interval=50ms"),
            effect(
                    "paths-in-reports",
                    "false",
                    true,
                    false,
                    Effects::isNamedAsHolder,
                    ONE,
                    "weir.defaults.max-pending=0"),
            effect("slow-requests", "1ms", false, true, Effects::isWatched),
            effect("protocol", "http-2", true, false, site -> Effects.call(site).equals("ok")),
            effect("proxy", "<origin>", "HttpHostConnectException", "ok", Effects::callToNowhere),
            effect("no-proxy", "*.b,127.0.0.0/8", "HttpHostConnectException", "ok", Effects::call, NO_PROXY_THERE));

    private static Effect effect(
            String property, String value, Object without, Object with, Probe probe, String... base) {
        return new Effect(property, value, without, with, probe, List.of(base));
    }

    static Stream<Effect> effects() {
        return EFFECTS.stream();
    }

    static Stream<Effect> effectsOnRoutes() {
        List<String> ofRoutes = PropertyNames.of(RouteProperties.class);
        return EFFECTS.stream()
                .filter(effect -> ofRoutes.contains(effect.property())
                        && !Set.of("eviction.interval", "protocol").contains(effect.property()));
    }

    private static String target(Effect effect) {
        return switch (effect.property()) {
            case "timeouts.connect" -> "http://127.0.0.1:" + NOBODY.port();
            case "proxy" -> "http://nowhere.invalid:1";
            default -> "<origin>";
        };
    }

    @Test
    void protocolOfARouteIsRefusedWhereThePoolBlocks() {
        Effect effect = effect("protocol", "http-2", "ok", "refused", Effects::call);
        String prefix = "weir.defaults.routes.here.";

        assertThat(effect.with(prefix, prefix + "target=<origin>")).isEqualTo("refused");
    }

    @AfterAll
    static void close() {
        NOBODY.close();
    }

    @Test
    void areTriedForEveryPropertyOfPoolsAndRoutes() {
        List<String> known = EFFECTS.stream().map(Effect::property).toList();

        assertThat(PropertyNames.of(PoolProperties.class))
                // See NamedPoolIT, WarmUpIT and ProxyCredentialsIT.
                .filteredOn(
                        name -> !Set.of("routes", "ssl.bundle", "customizer").contains(name))
                .filteredOn(name -> !name.startsWith("warm-up.") && !name.startsWith("proxy-credentials."))
                .isSubsetOf(known);
        assertThat(PropertyNames.of(RouteProperties.class))
                .filteredOn(name -> !Set.of("target", "ssl.bundle").contains(name)) // see RouteBundleIT
                .isSubsetOf(known);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("effects")
    void ofAPool(Effect effect) {
        if (PropertyNames.of(PoolProperties.class).contains(effect.property())) {
            assertThat(effect.without("weir.defaults.")).isEqualTo(effect.expectedWithout());
            assertThat(effect.with("weir.defaults.")).isEqualTo(effect.expectedWith());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("effectsOnRoutes")
    void ofARoute(Effect effect) {
        String prefix = "weir.defaults.routes.here.";

        assertThat(effect.with(prefix, prefix + "target=" + target(effect))).isEqualTo(effect.expectedWith());
        if (effect.base().stream().noneMatch(line -> line.startsWith("<prefix>"))) {
            assertThat(effect.with(prefix, prefix + "target=http://elsewhere.test"))
                    .isEqualTo(effect.expectedWithout());
        }
    }
}
