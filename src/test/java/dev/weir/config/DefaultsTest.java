package dev.weir.config;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.core5.http.io.SocketConfig;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DefaultsTest {

    @Test
    void areTheDocumentedOnes() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(config.maxTotal()).isEqualTo(100);
        assertThat(config.maxPerRoute()).isEqualTo(20);
        assertThat(config.maxIdlePerRoute()).isEqualTo(20);
        assertThat(config.maxIdle()).isZero();
        assertThat(config.maxInFlight()).isZero();
        assertThat(config.maxPending()).isEqualTo(1_000);
        assertThat(config.reuse()).isEqualTo(ReusePolicy.ALWAYS);
        assertThat(config.protocol()).isEqualTo(Protocol.HTTP_1_1);
        assertThat(config.leakDetection()).isZero();
        assertThat(config.pathsInReports()).isTrue();
        assertThat(config.proxy()).isEmpty();
        assertThat(config.noProxy()).isEmpty();
        assertThat(config.routes()).isEmpty();
        assertThat(config.redirects()).isTrue();
        assertThat(config.cookies()).isFalse();
        assertThat(config.connectionState()).isFalse();
    }

    @Test
    void areTheDocumentedOnesOfTimes() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertTimeouts(config, ofSeconds(1), ofSeconds(2), ofSeconds(5), ofSeconds(10));
        assertThat(config.keepAlive().serverIdle()).hasSeconds(60);
        assertThat(config.keepAlive().max()).hasSeconds(30);
        assertThat(config.keepAlive().margin()).hasSeconds(2);
        assertThat(config.keepAlive().learn()).isTrue();
        assertThat(config.eviction().idle()).hasSeconds(30);
        assertThat(config.eviction().maxLifetime()).hasMinutes(5);
        assertThat(config.eviction().jitter()).isEqualTo(0.1);
        assertThat(config.eviction().maxRequests()).isZero();
        assertThat(config.eviction().validateAfter()).hasSeconds(2);
        assertThat(config.eviction().interval()).hasSeconds(5);
    }

    @Test
    void areTheDocumentedOnesOfTheOtherGroups() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(config.dns().ttl()).hasSeconds(10);
        assertThat(config.dns().negativeTtl()).hasSeconds(5);
        assertThat(config.dns().serveStale()).hasMinutes(10);
        assertThat(config.dns().drainOnChange()).isTrue();
        assertThat(config.dns().spread()).isEqualTo(Spread.EVEN);
        assertThat(config.dialing().maxConcurrent()).isEqualTo(8);
        assertThat(config.http1Config().getBufferSize()).isEqualTo(8_192);
        assertThat(config.http1Config().getMaxLineLength()).isEqualTo(8_192);
        assertThat(config.http1Config().getMaxHeaderCount()).isEqualTo(100);
        assertThat(config.http2Config().getMaxFrameSize()).isEqualTo(16_384);
        assertThat(config.socketConfig()).isSameAs(SocketConfig.DEFAULT);
        assertThat(config.reactorConfig()).isEmpty();
        assertThat(config.http2().maxStreams()).isEqualTo(100);
        assertThat(config.http2().ping()).isZero();
        assertThat(config.retry().statuses()).isEmpty();
        assertThat(config.retry().maxRetries()).isEqualTo(1);
        assertThat(config.retry().backoff()).hasMillis(50);
        assertThat(config.retry().maxBackoff()).hasSeconds(2);
        assertThat(config.retry().budget()).isEqualTo(0.2);
        assertThat(config.tls().protocols()).isEmpty();
        assertThat(config.tls().cipherSuites()).isEmpty();
        assertThat(config.tls().handshake()).isEqualTo(config.timeouts().connect());
        assertThat(config.tls().hostnameVerifier()).isEmpty();
    }

    @Nested
    class OfTimeouts {
        @Test
        void shrinkToFourFifthsOfAShorterRead() {
            PoolConfig config = timeouts(t -> t.read(ofMillis(300)));

            assertTimeouts(config, ofMillis(192), ofMillis(240), ofMillis(300), ofSeconds(10));
            assertThat(config.effective().setting("timeouts.connect"))
                    .isEqualTo(
                            new Setting("timeouts.connect", "240ms", "default, shrunk to fit timeouts.read = 300ms"));
        }

        @Test
        void growToFiveQuartersOfALongerRead() {
            PoolConfig config = timeouts(t -> t.read(ofSeconds(30)));

            assertTimeouts(config, ofSeconds(1), ofSeconds(2), ofSeconds(30), ofMillis(37_500));
            assertThat(config.effective().setting("timeouts.total").origin())
                    .isEqualTo("default, raised to fit timeouts.read = 30s");
        }

        @Test
        void growToFiveQuartersOfALongerConnect() {
            PoolConfig config = timeouts(t -> t.connect(ofSeconds(9)));

            assertTimeouts(config, ofSeconds(1), ofSeconds(9), ofMillis(11_250), ofMillis(20_250));
        }

        @Test
        void shareAShorterTotal() {
            assertTimeouts(
                    timeouts(t -> t.total(ofSeconds(6))), ofSeconds(1), ofSeconds(2), ofSeconds(4), ofSeconds(6));
            assertTimeouts(
                    timeouts(t -> t.total(ofSeconds(3))), ofSeconds(1), ofMillis(1_200), ofMillis(1_800), ofSeconds(3));
        }

        @Test
        void growToFiveQuartersOfALongerPoolWait() {
            assertTimeouts(
                    timeouts(t -> t.poolWait(ofSeconds(4))),
                    ofSeconds(4),
                    ofSeconds(5),
                    ofMillis(6_250),
                    ofMillis(11_250));
        }

        @Test
        void leaveRoomForConnectBetweenReadAndTotal() {
            PoolConfig config = timeouts(t -> t.read(ofSeconds(5)).total(ofSeconds(6)));

            assertTimeouts(config, ofMillis(800), ofSeconds(1), ofSeconds(5), ofSeconds(6));
        }

        @Test
        void goBetweenTwoThatAreClose() {
            PoolConfig config = timeouts(t -> t.poolWait(ofSeconds(4)).total(ofSeconds(10)));

            assertTimeouts(config, ofSeconds(4), ofMillis(4_500), ofSeconds(5), ofSeconds(10));
        }

        @Test
        void leaveConnectRoomForTheHandshake() {
            PoolConfig config = PoolConfig.builder("shop")
                    .tls(t -> t.handshake(ofSeconds(4)))
                    .build();

            assertTimeouts(config, ofSeconds(1), ofSeconds(4), ofSeconds(5), ofSeconds(10));
        }

        @Test
        void stayAsTheyAreBesideWhatIsOff() {
            PoolConfig config = timeouts(t -> t.read(Duration.ZERO).total(Duration.ZERO));

            assertTimeouts(config, ofSeconds(1), ofSeconds(2), Duration.ZERO, Duration.ZERO);
        }

        @Test
        void standInAnyOrderIfUnordered() {
            PoolConfig config = timeouts(t ->
                    t.unordered().poolWait(ofSeconds(9)).connect(ofSeconds(8)).read(ofSeconds(7)));

            assertThat(config.timeouts().unordered()).isTrue();
            assertThat(config.timeouts().read()).hasSeconds(7);
        }
    }

    @Nested
    class OfKeepAlive {
        @Test
        void areSharesOfAShortServerIdle() {
            PoolConfig config = configured(b -> b.keepAlive(k -> k.serverIdle(ofSeconds(4))));

            assertThat(config.keepAlive().margin()).hasSeconds(1);
            assertThat(config.keepAlive().max()).hasSeconds(2);
        }

        @Test
        void leaveRoomForAnExplicitMargin() {
            PoolConfig config =
                    configured(b -> b.keepAlive(k -> k.serverIdle(ofSeconds(10)).margin(ofSeconds(8))));

            assertThat(config.keepAlive().max()).hasSeconds(2);
        }

        @Test
        void leaveRoomForAnExplicitMax() {
            PoolConfig config =
                    configured(b -> b.keepAlive(k -> k.serverIdle(ofSeconds(10)).max(ofSeconds(9))));

            assertThat(config.keepAlive().margin()).hasSeconds(1);
        }

        @Test
        void takeServersForAsPatientAsAnExplicitMaxNeeds() {
            PoolConfig config = configured(b -> b.keepAlive(k -> k.max(ofSeconds(100))));

            assertThat(config.keepAlive().serverIdle()).hasSeconds(200);
            assertThat(config.eviction().idle()).hasSeconds(100);
        }
    }

    @Nested
    class OfEviction {
        @Test
        void idleStaysWithinTheLifetime() {
            PoolConfig config = configured(b -> b.eviction(e -> e.maxLifetime(ofSeconds(6))));

            assertThat(config.eviction().idle()).hasSeconds(6);
            assertThat(config.eviction().validateAfter()).hasSeconds(2);
            assertThat(config.eviction().interval()).hasMillis(1_500);
            assertThat(config.dns().ttl()).hasSeconds(6);
        }

        @Test
        void idleFollowsALongKeepAliveOnlyWithinTheLifetime() {
            PoolConfig config = configured(b -> b.keepAlive(k -> k.max(ofMinutes(10))));

            assertThat(config.eviction().idle())
                    .isEqualTo(config.eviction().maxLifetime())
                    .hasMinutes(5);
        }

        @Test
        void checksFollowIdle() {
            PoolConfig config = configured(b -> b.eviction(e -> e.idle(ofSeconds(3))));

            assertThat(config.eviction().validateAfter()).hasSeconds(1);
            assertThat(config.eviction().interval()).hasMillis(750);
        }

        @Test
        void lifetimeGrowsWithIdleAndDns() {
            PoolConfig idle = configured(b -> b.eviction(e -> e.idle(ofMinutes(7))));
            PoolConfig dns = configured(b -> b.dns(d -> d.ttl(ofMinutes(8))));

            assertThat(idle.eviction().maxLifetime()).hasMinutes(7);
            assertThat(dns.eviction().maxLifetime()).hasMinutes(8);
        }

        @Test
        void idleGrowsWithValidation() {
            PoolConfig config = configured(b -> b.eviction(e -> e.validateAfter(ofMinutes(5))));

            assertThat(config.eviction().idle())
                    .isEqualTo(config.eviction().maxLifetime())
                    .hasMinutes(15);
        }

        @Test
        void theDnsCacheYieldsToTheShortestLifetimeOfARoute() {
            PoolConfig config =
                    configured(b -> b.route("https://recs", r -> r.eviction(e -> e.maxLifetime(ofSeconds(3)))));

            assertThat(config.dns().ttl()).hasSeconds(3);
            assertThat(config.effective().setting("dns.ttl").origin())
                    .isEqualTo("default, shrunk to fit route[https://recs].eviction.maxLifetime = 3s");
        }
    }

    @Nested
    class OfLimits {
        @Test
        void routesStayWithinTheTotal() {
            PoolConfig config = configured(b -> b.maxTotal(10));

            assertThat(config.maxPerRoute()).isEqualTo(10);
            assertThat(config.maxIdlePerRoute()).isEqualTo(10);
        }

        @Test
        void theTotalGrowsToTheLargestRoute() {
            PoolConfig perRoute = configured(b -> b.maxPerRoute(200));
            PoolConfig route = configured(b -> b.route("https://recs", r -> r.maxConnections(300)));

            assertThat(perRoute.maxTotal()).isEqualTo(200);
            assertThat(route.maxTotal()).isEqualTo(300);
            assertThat(route.effective().setting("maxTotal").origin())
                    .isEqualTo("default, raised to fit route[https://recs].maxConnections = 300");
        }

        @Test
        void aRouteGrowsToItsIdleConnections() {
            PoolConfig config = configured(b -> b.maxIdlePerRoute(50));

            assertThat(config.maxPerRoute()).isEqualTo(50);
        }

        @Test
        void thePoolsIdleLimitYieldsToASmallerRoute() {
            PoolConfig config = configured(b -> b.maxIdlePerRoute(20).route("https://recs", r -> r.maxConnections(5)));

            assertThat(config.effective("https://recs").maxIdle()).isEqualTo(5);
            assertThat(config.effective("https://recs").setting("maxIdle").origin())
                    .isEqualTo("pool, shrunk to fit route[https://recs].maxConnections = 5");
        }
    }

    private static PoolConfig configured(UnaryOperator<PoolConfig.Builder> knobs) {
        return knobs.apply(PoolConfig.builder("shop")).build();
    }

    private static PoolConfig timeouts(Consumer<Timeouts.Builder> timeouts) {
        return PoolConfig.builder("shop").timeouts(timeouts).build();
    }

    private static void assertTimeouts(
            PoolConfig config, Duration poolWait, Duration connect, Duration read, Duration total) {
        Timeouts timeouts = config.timeouts();

        assertThat(timeouts.poolWait()).isEqualTo(poolWait);
        assertThat(timeouts.connect()).isEqualTo(connect);
        assertThat(timeouts.read()).isEqualTo(read);
        assertThat(timeouts.total()).isEqualTo(total);
    }
}
