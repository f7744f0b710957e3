package dev.weir.pool;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.event.LeaseOutcome;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The manager in the hands of code that expects HttpClient's own. */
class ManagerControlsIT {

    private LoopbackServer server;
    private HttpPool pool;
    private PoolingHttpClientConnectionManager manager;
    private HttpRoute route;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        pool = PatientPool.builder("test").build();
        manager = pool.connectionManager();
        route = new HttpRoute(new HttpHost("http", "127.0.0.1", server.port()));
    }

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    @Test
    void connectsWithoutAContext() throws Exception {
        ConnectionEndpoint endpoint =
                manager.lease("own", route, Timeout.DISABLED, null).get(Timeout.DISABLED);

        manager.connect(endpoint, TimeValue.ofSeconds(30), null);

        assertThat(endpoint.isConnected()).isTrue();
        manager.release(endpoint, null, null);
    }

    @Test
    void waitsForADialIfItsTimeToConnectIsEndless() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (HttpPool slow = slow(asked).build()) {
            PoolingHttpClientConnectionManager own = slow.connectionManager();
            ConnectionEndpoint endpoint =
                    own.lease("own", named(), Timeout.DISABLED, null).get(Timeout.DISABLED);

            PoolCall<Boolean> connecting = PoolCall.start(() -> {
                own.connect(endpoint, TimeValue.MAX_VALUE, null);
                return endpoint.isConnected();
            });
            PoolCall.awaitUntil(
                    () -> connecting.result().isDone() || connecting.thread().getState() == Thread.State.TIMED_WAITING);
            asked.countDown();

            assertThat(connecting.get()).isTrue();
            own.release(endpoint, null, null);
        }
    }

    @Test
    void waitsForADialIfTheTimeOfItsAsynchronousCallerIsEndless() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (AsyncHttpPool slow = slow(asked).buildAsync()) {
            PoolingAsyncClientConnectionManager own = slow.connectionManager();
            AsyncConnectionEndpoint patient = lease(own, named());
            AsyncConnectionEndpoint impatient = lease(own, named());

            Future<AsyncConnectionEndpoint> connecting =
                    own.connect(patient, null, Timeout.ofMilliseconds(Long.MAX_VALUE), null, null, null);
            assertThatThrownBy(() -> own.connect(impatient, null, Timeout.ofMilliseconds(1), null, null, null)
                            .get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectTimeoutException.class);
            asked.countDown();

            assertThat(connecting.get(30, TimeUnit.SECONDS).isConnected()).isTrue();
        }
    }

    private static HttpPoolBuilder slow(CountDownLatch asked) {
        return PatientPool.builder("slow").dnsResolver(new DnsResolver() {
            @Override
            public String resolveCanonicalHostname(String name) {
                return name;
            }

            @Override
            public InetAddress[] resolve(String name) throws UnknownHostException {
                try {
                    asked.await();
                } catch (InterruptedException e) {
                    throw new UnknownHostException(name);
                }
                return new InetAddress[] {LoopbackNames.literal("127.0.0.1")};
            }
        });
    }

    private HttpRoute named() {
        return new HttpRoute(new HttpHost("http", "slow.test", server.port()));
    }

    private static AsyncConnectionEndpoint lease(PoolingAsyncClientConnectionManager from, HttpRoute to)
            throws Exception {
        return from.lease("own", to, null, Timeout.DISABLED, null).get(30, TimeUnit.SECONDS);
    }

    @RepeatedTest(10)
    void countsDialsThatFailBeforeTheirCallersConnect() throws Exception {
        server.close();
        try (AsyncHttpPool async = PatientPool.builder("test").buildAsync()) {
            PoolingAsyncClientConnectionManager own = async.connectionManager();
            List<AsyncConnectionEndpoint> endpoints = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                endpoints.add(lease(own, route));
            }
            PoolCall.awaitUntil(() -> async.snapshot().dialing() == 0);

            for (AsyncConnectionEndpoint endpoint : endpoints) {
                assertThatThrownBy(() -> own.connect(endpoint, null, null, Timeout.DISABLED, null, null)
                                .get(30, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(ConnectException.class);
                own.release(endpoint, null, null);
            }

            assertThat(PoolBooks.outcomes(async)).containsOnly(entry(LeaseOutcome.DIAL_FAILED, 20L));
        }
    }

    @Test
    void writesLimitsToTheConfigurationSoThatReconfigureKeepsThem() throws IOException {
        String origin = "http://127.0.0.1:" + server.port();
        manager.setMaxTotal(7);
        manager.setDefaultMaxPerRoute(5);
        manager.setMaxPerRoute(route, 3);

        assertThat(pool.config().maxTotal()).isEqualTo(7);
        assertThat(pool.config().maxPerRoute()).isEqualTo(5);
        assertThat(pool.config().effective(origin).maxConnections()).isEqualTo(3);
        assertThat(manager.getMaxPerRoute(route)).isEqualTo(3);

        pool.reconfigure(pool.config().toBuilder().maxPending(9).build());
        get(pool.client(), server.uri("/"));

        assertThat(manager.getMaxTotal()).isEqualTo(7);
        assertThat(manager.getDefaultMaxPerRoute()).isEqualTo(5);
        assertThat(manager.getStats(route).getMax()).isEqualTo(3);
    }

    @Test
    void refusesLimitsThatTheConfigurationRefuses() {
        manager.setMaxTotal(7);

        assertThatThrownBy(() -> manager.setDefaultMaxPerRoute(8))
                .isInstanceOf(InvalidPoolConfigException.class)
                .hasMessageContaining("maxPerRoute must not exceed maxTotal (7), but was 8");
        assertThat(manager.getDefaultMaxPerRoute()).isEqualTo(7);
    }

    @Test
    void writesLimitsOfAnAsynchronousPoolToTheConfigurationToo() {
        try (AsyncHttpPool async = HttpPool.builder("async").buildAsync()) {
            PoolingAsyncClientConnectionManager asyncManager = async.connectionManager();
            asyncManager.setMaxTotal(7);
            asyncManager.setDefaultMaxPerRoute(5);
            asyncManager.setMaxPerRoute(route, 3);

            async.reconfigure(async.config().toBuilder().maxPending(9).build());

            assertThat(asyncManager.getMaxTotal()).isEqualTo(7);
            assertThat(asyncManager.getDefaultMaxPerRoute()).isEqualTo(5);
            assertThat(asyncManager.getMaxPerRoute(route)).isEqualTo(3);
            assertThat(async.config().maxTotal()).isEqualTo(7);
        }
    }

    @Test
    void closesWhatIsIdle() throws IOException {
        get(pool.client(), server.uri("/"));

        manager.closeIdle(TimeValue.ZERO_MILLISECONDS);

        assertThat(pool.snapshot().idle()).isZero();
        server.awaitOpen(0, Duration.ofSeconds(10));
    }

    static Stream<Arguments> settings() {
        return Stream.of(
                setting(
                        manager -> manager.setDefaultConnectionConfig(ConnectionConfig.DEFAULT),
                        "timeouts(...) and eviction(...)"),
                setting(
                        manager -> manager.setConnectionConfigResolver(each -> ConnectionConfig.DEFAULT),
                        "timeouts(...), eviction(...) and route(...)"),
                setting(manager -> manager.setDefaultSocketConfig(SocketConfig.DEFAULT), "socket(...)"),
                setting(manager -> manager.setSocketConfigResolver(each -> SocketConfig.DEFAULT), "socket(...)"),
                setting(manager -> manager.setDefaultTlsConfig(TlsConfig.DEFAULT), "tls(...)"),
                setting(manager -> manager.setTlsConfigResolver(each -> TlsConfig.DEFAULT), "tls(...)"));
    }

    private static Arguments setting(Consumer<PoolingHttpClientConnectionManager> setter, String instead) {
        return Arguments.of(setter, instead);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void refusesSettingsThatBelongToThePool(Consumer<PoolingHttpClientConnectionManager> setter, String instead) {
        assertThatThrownBy(() -> setter.accept(manager))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("The connection manager of pool 'test' takes no configuration of its own; use " + instead
                        + " of the pool's builder, or reconfigure(...).");
    }
}
