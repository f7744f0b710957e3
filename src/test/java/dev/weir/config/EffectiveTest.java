package dev.weir.config;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EffectiveTest {
    private final PoolConfig config = PoolConfig.builder("recommendations")
            .maxTotal(100)
            .maxPerRoute(20)
            .maxIdlePerRoute(20)
            .maxPending(1_000)
            .route("https://recs:8443", r -> r.maxConnections(50))
            .route("https://*.internal", r -> r.maxConnections(10).timeouts(t -> t.read(ofSeconds(8))))
            .route("https://*.db.internal", r -> r.maxConnections(3).maxIdle(1).maxPending(0))
            .route("http://[::1]", r -> r.maxConnections(2))
            .timeouts(t -> t.poolWait(ofSeconds(1))
                    .connect(ofSeconds(2))
                    .read(ofSeconds(5))
                    .total(ofSeconds(10)))
            .keepAlive(k -> k.serverIdle(ofSeconds(60))
                    .max(ofSeconds(30))
                    .margin(ofSeconds(2))
                    .learn(true))
            .build();

    @Test
    void takesTheMostSpecificRule() {
        assertThat(config.effective("https://recs:8443").maxConnections()).isEqualTo(50);
        assertThat(config.effective("https://RECS:8443").maxConnections()).isEqualTo(50);
        assertThat(config.effective("https://recs").maxConnections()).isEqualTo(20);
        assertThat(config.effective("https://a.internal").maxConnections()).isEqualTo(10);
        assertThat(config.effective("https://a.db.internal:443").maxConnections())
                .isEqualTo(3);
        assertThat(config.effective("http://[0:0:0:0:0:0:0:1]:80").maxConnections())
                .isEqualTo(2);
    }

    @Test
    void overridesOnlyWhatTheRuleNames() {
        RouteConfig route = config.effective("https://a.internal");

        assertThat(route.target()).isEqualTo("https://a.internal:443");
        assertThat(route.timeouts().read()).hasSeconds(8);
        assertThat(route.timeouts().total()).hasSeconds(10);
        assertThat(route.keepAlive()).isEqualTo(config.effective().keepAlive());
        assertThat(route.eviction()).isEqualTo(config.effective().eviction());
        assertThat(route.maxPending()).isEqualTo(1_000);
        assertThat(route.setting("tls.handshake").value()).isEqualTo("2s");
    }

    @Test
    void tellsWhereEachValueCameFrom() {
        RouteConfig route = config.effective("https://a.internal");

        assertThat(route.setting("timeouts.read"))
                .isEqualTo(new RouteConfig.Setting("timeouts.read", "8s", "route https://*.internal"));
        assertThat(route.setting("timeouts.total")).isEqualTo(new RouteConfig.Setting("timeouts.total", "10s", "pool"));
        assertThat(route.setting("eviction.idle"))
                .isEqualTo(new RouteConfig.Setting("eviction.idle", "30s", "default"));
        assertThat(route.setting("maxConnections"))
                .isEqualTo(new RouteConfig.Setting("maxConnections", "10", "route https://*.internal"));
        assertThat(route.settings()).hasSameSizeAs(Knobs.ALL);
    }

    @Test
    void printsAnAlignedTable() {
        String table = config.effective().toString();

        assertThat(table)
                .startsWith("*\nmaxTotal                100       pool\nmaxPerRoute             20        pool\n");
        assertThat(config.effective("https://recs:8443").toString())
                .contains("\nmaxConnections          50        route https://recs:8443\n");
    }

    @Test
    void refusesWhatIsNoOrigin() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective("https://u:secret@recs"))
                .withMessage("target must not contain user info, but was https://***@recs; such as https://recs:8443");
        assertThatIllegalArgumentException().isThrownBy(() -> config.effective("https://*.internal"));
        assertThatIllegalArgumentException().isThrownBy(() -> config.effective().setting("speed"));
    }

    /** All rules that match a host count, each for what it says. */
    @Nested
    class MergedRules {
        @Test
        void countFromGeneralToSpecificWhateverTheirOrder() {
            PoolConfig config = PoolConfig.builder("shop")
                    .maxPending(7)
                    .route("https://b.a.eu", r -> r.maxIdle(1))
                    .route("https://*.eu", r -> r.maxConnections(3).timeouts(t -> t.read(ofSeconds(2))))
                    .route("https://*", r -> r.maxConnections(9).eviction(e -> e.maxRequests(50)))
                    .route("https://*.a.eu", r -> r.timeouts(t -> t.read(ofSeconds(3))))
                    .build();

            RouteConfig route = config.effective("https://b.a.eu");

            assertThat(route.maxIdle()).isEqualTo(1);
            assertThat(route.timeouts().read()).hasSeconds(3);
            assertThat(route.maxConnections()).isEqualTo(3);
            assertThat(route.eviction().maxRequests()).isEqualTo(50);
            assertThat(route.maxPending()).isEqualTo(7);
        }

        @Test
        void doNotCountForOtherSchemesPortsAndNames() {
            PoolConfig config = PoolConfig.builder("shop")
                    .route("https://*.eu", r -> r.maxConnections(3))
                    .route("http://*.a.eu", r -> r.maxPending(4))
                    .route("https://*.a.eu:8443", r -> r.maxPending(5))
                    .route("https://*.c.eu", r -> r.maxPending(6))
                    .build();

            assertThat(config.effective("https://b.a.eu").maxPending()).isEqualTo(1_000);
            assertThat(config.effective("http://b.a.eu").maxConnections()).isEqualTo(20);
        }

        @Test
        void refuseWhatTheyContradictEachOtherInWithTheNamesOfBoth() {
            PoolConfig.Builder builder = PoolConfig.builder("shop")
                    .route("https://*.eu", r -> r.timeouts(t -> t.read(ofSeconds(8))))
                    .route("https://*.a.eu", r -> r.timeouts(t -> t.total(ofSeconds(5))));

            assertThatExceptionOfType(InvalidPoolConfigException.class)
                    .isThrownBy(builder::build)
                    .satisfies(e -> assertThat(e.violations())
                            .singleElement()
                            .satisfies(violation -> assertThat(violation.toString())
                                    .contains(
                                            "route[https://*.eu].timeouts.read",
                                            "route[https://*.a.eu].timeouts.total")));
        }

        @Test
        void letAMoreGeneralIdleLimitGiveWayToASmallerLimitOfConnections() {
            RouteConfig route = PoolConfig.builder("shop")
                    .route("https://*.eu", r -> r.maxIdle(10))
                    .route("https://*.a.eu", r -> r.maxConnections(5))
                    .build()
                    .effective("https://b.a.eu");

            assertThat(route.maxIdle()).isEqualTo(5);
            assertThat(route.setting("maxIdle").origin())
                    .isEqualTo("route https://*.eu, shrunk to fit route[https://*.a.eu].maxConnections = 5");
        }

        @Test
        void haveRetriesAndReuseOfTheirOwn() {
            PoolConfig config = PoolConfig.builder("shop")
                    .retry(r -> r.onStatus(503).backoff(ofMillis(20)))
                    .route("https://*.eu", r -> r.reuse(ReusePolicy.SAFE).retry(retry -> retry.maxRetries(0)))
                    .route("https://b.a.eu", r -> r.retry(retry -> retry.onStatus(429)))
                    .build();

            RouteConfig route = config.effective("https://b.a.eu");

            assertThat(route.reuse()).isEqualTo(ReusePolicy.SAFE);
            assertThat(route.retry().statuses()).containsExactly(429);
            assertThat(route.retry().maxRetries()).isZero();
            assertThat(route.retry().backoff()).hasMillis(20);
            assertThat(config.effective().reuse()).isEqualTo(ReusePolicy.ALWAYS);
            assertThat(config.effective().retry().maxRetries()).isEqualTo(1);
        }

        @Test
        void areCheckedInTheirRetriesToo() {
            PoolConfig.Builder builder = PoolConfig.builder("shop")
                    .retry(r -> r.maxBackoff(ofMillis(10)))
                    .route(
                            "https://recs",
                            r -> r.retry(retry -> retry.onStatus(200).budget(-1).backoff(ofMillis(50))));

            assertThatExceptionOfType(InvalidPoolConfigException.class)
                    .isThrownBy(builder::build)
                    .withMessageContaining(
                            "route[https://recs].retry.onStatus must be statuses from 400 to 599, but was 200")
                    .withMessageContaining("route[https://recs].retry.budget must be from 0.0 to 10.0, but was -1.0")
                    .withMessageContaining(
                            "route[https://recs].retry.backoff must not be longer than retry.maxBackoff (10ms)");
        }
    }
}
