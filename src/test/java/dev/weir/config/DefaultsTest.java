package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultsTest {

    private static final Map<String, String> DOCUMENTED = ExplicitKnob.map(
            "maxTotal=100; maxPerRoute=20; maxIdlePerRoute=20; maxIdle=0; maxInFlight=0; maxPending=1000; reuse=ALWAYS;"
                    + " protocol=HTTP_1_1; leakDetection=0s; slowRequests=0s; pathsInReports=true; redirects=true;"
                    + " cookies=false; connectionState=false; timeouts.poolWait=1s; timeouts.connect=2s;"
                    + " timeouts.read=5s; timeouts.total=10s; keepAlive.serverIdle=1m; keepAlive.max=30s;"
                    + " keepAlive.margin=2s; keepAlive.learn=true; eviction.idle=30s; eviction.maxLifetime=5m;"
                    + " eviction.jitter=0.1; eviction.maxRequests=0; eviction.validateAfter=2s; eviction.interval=5s;"
                    + " dns.ttl=10s; dns.negativeTtl=5s; dns.serveStale=10m; dns.drainOnChange=true; dns.spread=EVEN;"
                    + " dialing.maxConcurrent=8; retry.maxRetries=1;"
                    + " retry.backoff=50ms; retry.maxBackoff=2s; retry.budget=0.2; tls.handshake=2s");

    private static Map<String, String> values(RouteConfig route) {
        return route.settings().stream()
                .collect(Collectors.toMap(RouteConfig.Setting::name, RouteConfig.Setting::value));
    }

    @Test
    void areTheDocumentedOnes() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(values(config.effective())).containsAllEntriesOf(DOCUMENTED);
        assertThat(config.effective().proxy()).isEmpty();
        assertThat(config.noProxy()).isEmpty();
        assertThat(config.routes()).isEmpty();
        assertThat(config.effective().retry().statuses()).isEmpty();
        assertThat(config.http1Config().getMaxLineLength()).isEqualTo(8_192);
        assertThat(config.http1Config().getMaxHeaderCount()).isEqualTo(100);
        assertThat(config.http2Config().getMaxFrameSize()).isEqualTo(16_384);
        assertThat(config.http2Config().getMaxConcurrentStreams()).isEqualTo(100);
        assertThat(config.tls().handshake()).isEqualTo(config.timeouts().connect());
        assertThat(config.tls().hostnameVerifier()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        timeouts.read=300ms | timeouts.poolWait=192ms; timeouts.connect=240ms; timeouts.total=10s
        timeouts.read=30s | timeouts.poolWait=1s; timeouts.connect=2s; timeouts.total=37500ms
        timeouts.connect=9s | timeouts.poolWait=1s; timeouts.read=11250ms; timeouts.total=20250ms
        timeouts.poolWait=4s | timeouts.connect=5s; timeouts.read=6250ms; timeouts.total=11250ms
        timeouts.total=6s | timeouts.poolWait=1s; timeouts.connect=2s; timeouts.read=4s
        timeouts.total=3s | timeouts.poolWait=1s; timeouts.connect=1200ms; timeouts.read=1800ms
        timeouts.read=5s; timeouts.total=6s | timeouts.poolWait=800ms; timeouts.connect=1s
        timeouts.poolWait=4s; timeouts.total=10s | timeouts.connect=4500ms; timeouts.read=5s
        tls.handshake=4s | timeouts.poolWait=1s; timeouts.connect=4s; timeouts.read=5s; timeouts.total=10s
        timeouts.read=0s; timeouts.total=0s | timeouts.poolWait=1s; timeouts.connect=2s
        keepAlive.serverIdle=4s | keepAlive.margin=1s; keepAlive.max=2s
        keepAlive.serverIdle=10s; keepAlive.margin=8s | keepAlive.max=2s
        keepAlive.serverIdle=10s; keepAlive.max=9s | keepAlive.margin=1s
        keepAlive.max=100s | keepAlive.serverIdle=200s; eviction.idle=100s
        keepAlive.max=10m | eviction.idle=5m; eviction.maxLifetime=5m
        eviction.maxLifetime=6s | eviction.idle=6s; eviction.validateAfter=2s; eviction.interval=1500ms; dns.ttl=6s
        eviction.idle=3s | eviction.validateAfter=1s; eviction.interval=750ms
        eviction.idle=7m | eviction.maxLifetime=7m
        dns.ttl=8m | eviction.maxLifetime=8m
        eviction.validateAfter=5m | eviction.idle=15m; eviction.maxLifetime=15m
        maxTotal=10 | maxPerRoute=10; maxIdlePerRoute=10
        maxPerRoute=200 | maxTotal=200
        maxIdlePerRoute=50 | maxPerRoute=50
        route[https://recs].maxConnections=300 | maxTotal=300
        route[https://recs].eviction.maxLifetime=3s | dns.ttl=3s
        """)
    void yieldToExplicitValues(String explicit, String expected) {
        PoolConfig config = ExplicitKnob.builder(ExplicitKnob.map(explicit)).build();

        assertThat(values(config.effective())).containsAllEntriesOf(ExplicitKnob.map(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        timeouts.read=300ms | timeouts.connect | default, shrunk to fit timeouts.read = 300ms
        timeouts.read=30s | timeouts.total | default, raised to fit timeouts.read = 30s
        route[https://recs].maxConnections=300 | maxTotal | default, raised to fit route[https://recs].maxConnections = 300
        maxIdlePerRoute=20; route[https://recs].maxConnections=5 | maxIdle | pool, shrunk to fit route[https://recs].maxConnections = 5
        """)
    void sayWhyTheyMadeWay(String explicit, String name, String origin) {
        RouteConfig route =
                ExplicitKnob.builder(ExplicitKnob.map(explicit)).build().effective("https://recs");

        assertThat(route.setting(name).origin()).isEqualTo(origin);
    }

    @Test
    void standInAnyOrderIfUnordered() {
        PoolConfig config = PoolConfig.builder("shop")
                .timeouts(t -> t.unordered()
                        .poolWait(ExplicitKnob.time("9s"))
                        .connect(ExplicitKnob.time("8s"))
                        .read(ExplicitKnob.time("7s")))
                .build();

        assertThat(config.timeouts().read()).hasSeconds(7);
    }
}
