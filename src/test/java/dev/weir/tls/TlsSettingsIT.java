package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How connections are secured. */
class TlsSettingsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.https(CERTIFICATES).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder trusting() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private SSLSession sessionOfACall(HttpPool pool) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        assertThat(send(pool.client(), new HttpGet(server.uri("/")), context)).isEqualTo("200 ok");
        SSLSession session = context.getSSLSession();
        assertThat(session).isNotNull();
        return session;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void useTheProtocolThatIsAllowed(String protocol) throws IOException {
        try (HttpPool pool = trusting().tls(tls -> tls.protocols(protocol)).build()) {
            assertThat(sessionOfACall(pool).getProtocol()).isEqualTo(protocol);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"})
    void useTheCipherSuiteThatIsAllowed(String suite) throws IOException {
        try (HttpPool pool = trusting().tls(tls -> tls.cipherSuites(suite)).build()) {
            assertThat(sessionOfACall(pool).getCipherSuite()).isEqualTo(suite);
        }
    }

    @Test
    void yieldToAStrategy() throws IOException {
        AtomicInteger upgrades = new AtomicInteger();
        DefaultClientTlsStrategy strategy = new DefaultClientTlsStrategy(CERTIFICATES.clientContext());
        try (HttpPool pool = HttpPool.builder("test")
                .tlsStrategy((socket, target, port, attachment, context) -> {
                    upgrades.incrementAndGet();
                    return strategy.upgrade(socket, target, port, attachment, context);
                })
                .build()) {
            get(pool.client(), server.uri("/"));
            get(pool.client(), server.uri("/"));

            assertThat(upgrades).hasValue(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"BLOCKING, false", "BLOCKING, true", "ASYNC, false", "ASYNC, true"})
    void endAHandshakeByTheirNameHoweverItIsProlonged(ClientKind kind, boolean isInTunnel) throws IOException {
        HttpPoolBuilder builder = PatientPool.builder("test").tls(tls -> tls.handshake(Duration.ofMillis(300)));
        try (SilentServer mute = SilentServer.mute();
                SilentServer dripping = SilentServer.drippingTls(Duration.ofMillis(20));
                HttpProxyServer proxy = HttpProxyServer.start();
                PoolCaller caller = kind.open(isInTunnel ? builder.proxy(proxy.origin()) : builder)) {
            for (SilentServer peer : List.of(mute, dripping)) {
                String target = "https://127.0.0.1:" + peer.port();
                assertThatExceptionOfType(SocketTimeoutException.class)
                        .isThrownBy(() -> caller.call().send("GET", target, HttpClientContext.create()))
                        .withMessage((isInTunnel ? "" : "Connect to " + target + " failed: ")
                                + "TLS handshake took longer than 300 ms (tls.handshake)");
                peer.awaitOpen(0, Duration.ofSeconds(10));
            }
            PoolBooks.atRest(caller.pool());
        }
    }

    /** A time for the handshake that is as long as the time to connect is not reached before that. */
    @Test
    void nameTheTimeToConnectIfItEndsWithTheirs() {
        try (SilentServer mute = SilentServer.mute();
                AsyncHttpPool pool = HttpPool.builder("test")
                        .timeouts(timeouts ->
                                timeouts.connect(Duration.ofMillis(300)).total(Duration.ZERO))
                        .buildAsync()) {
            assertThatThrownBy(() -> pool.blockingClient()
                            .execute(new HttpGet("https://127.0.0.1:" + mute.port()), response -> response.getCode()))
                    .isInstanceOf(ConnectTimeoutException.class)
                    .hasMessageContaining("timeouts.connect");
        }
    }

    /** The TLS context of one route: a server that requires a client certificate, beside one that must not see it. */
    @Nested
    class RouteSslContext {
        private static final SSLContext ANONYMOUS = CERTIFICATES.clientContext();
        private static final SSLContext IDENTIFIED = CERTIFICATES.clientContextWithCertificate();
        private LoopbackServer demanding;

        private LoopbackServer alsoDemanding;

        private LoopbackServer plain;

        @BeforeEach
        void start() {
            demanding = LoopbackServer.https(CERTIFICATES).needClientAuth().start();
            alsoDemanding = LoopbackServer.https(CERTIFICATES).needClientAuth().start();
            plain = LoopbackServer.https(CERTIFICATES).start();
        }

        @AfterEach
        void stop() {
            demanding.close();
            alsoDemanding.close();
            plain.close();
        }

        private HttpPoolBuilder identified() {
            return PatientPool.builder("test")
                    .sslContext(ANONYMOUS)
                    .route(demanding.origin(), r -> r.sslContext(IDENTIFIED));
        }

        private void assertOnlyItsRouteIsIdentified(CloseableHttpClient client) throws IOException {
            assertThat(get(client, demanding.uri("/"))).isEqualTo("200 ok");
            assertThat(get(client, plain.uri("/"))).isEqualTo("200 ok");
            assertThat(failure(IOException.class, client, alsoDemanding.uri("/")))
                    .isNotNull();
            assertThat(alsoDemanding.requests()).isZero();
        }

        @Test
        void identifyTheRouteAlone() throws IOException {
            try (HttpPool pool = identified().build()) {
                assertOnlyItsRouteIsIdentified(pool.client());
            }
        }

        @Test
        void identifyTheRouteThroughATunnel() throws IOException {
            try (HttpProxyServer proxy = HttpProxyServer.start();
                    HttpPool pool = identified().proxy(proxy.origin()).build();
                    AsyncHttpPool async = identified().proxy(proxy.origin()).buildAsync()) {
                assertOnlyItsRouteIsIdentified(pool.client());
                assertOnlyItsRouteIsIdentified(async.blockingClient());

                assertThat(proxy.log().connects()).isGreaterThanOrEqualTo(6);
            }
        }

        @Test
        void surviveAReconfigurationThatKnowsNothingOfThem() throws IOException {
            try (HttpPool pool = identified().build()) {
                get(pool.client(), demanding.uri("/"));

                pool.reconfigure(PatientPool.builder("test").maxPerRoute(3).config());

                assertThat(pool.snapshot().idle()).isEqualTo(1);
                demanding.closeIdleNow(false);
                assertOnlyItsRouteIsIdentified(pool.client());
            }
        }

        @Test
        void giveWayToThoseOfTheNextConfigurationWithNewConnections() throws IOException {
            try (HttpPool pool = identified().build()) {
                get(pool.client(), demanding.uri("/"));
                get(pool.client(), plain.uri("/"));

                pool.reconfigure(pool.config().toBuilder()
                        .route(demanding.origin(), r -> r.sslContext(ANONYMOUS))
                        .build());

                assertThat(failure(IOException.class, pool.client(), demanding.uri("/")))
                        .isNotNull();
                assertThat(demanding.requests()).isEqualTo(1);
                get(pool.client(), plain.uri("/"));
                assertThat(plain.accepted()).isEqualTo(1);
                assertThat(pool.snapshot().routes())
                        .filteredOn(route -> route.target().equals(demanding.origin()))
                        .allSatisfy(route -> assertThat(route.closedBy()).containsKey(CloseCause.TLS_CHANGED));
            }
        }

        @Test
        void needATargetWithTls() {
            PoolConfig.Builder builder = PoolConfig.builder("test").route("http://recs", r -> r.sslContext(ANONYMOUS));

            assertThatExceptionOfType(InvalidPoolConfigException.class)
                    .isThrownBy(builder::build)
                    .withMessageContaining("route[http://recs].sslContext needs a target with https, but was ")
                    .withMessageContaining(
                            ": connections of http have no TLS; leaving it out would pass [ssl-context-needs-https]");
        }
    }
}
