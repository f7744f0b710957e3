package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
            assertThat(pool.snapshot().routes().get(0).connections().get(0).tlsVersion())
                    .contains(protocol);
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

    private static void assertHandshakeEnds(HttpPool pool, SilentServer peer) {
        long startNanos = System.nanoTime();
        failure(SocketTimeoutException.class, pool.client(), URI.create("https://127.0.0.1:" + peer.port() + "/"));

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .isBetween(Duration.ofMillis(300), Duration.ofSeconds(15));
        assertAtRest(pool);
        peer.awaitOpen(0, Duration.ofSeconds(10));
    }

    @Test
    void endAHandshakeWithAMutePeer() {
        try (SilentServer mute = SilentServer.mute();
                HttpPool pool = PatientPool.builder("test")
                        .tls(tls -> tls.handshake(Duration.ofMillis(300)))
                        .build()) {
            assertHandshakeEnds(pool, mute);
        }
    }

    @Test
    void endAHandshakeOfAnAsynchronousPoolByTheirName() {
        try (SilentServer mute = SilentServer.mute();
                AsyncHttpPool pool = PatientPool.builder("test")
                        .tls(tls -> tls.handshake(Duration.ofMillis(300)))
                        .buildAsync()) {
            assertThatThrownBy(() -> pool.blockingClient()
                            .execute(new HttpGet("https://127.0.0.1:" + mute.port()), response -> response.getCode()))
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Connect to https://127.0.0.1:" + mute.port()
                            + " failed: TLS handshake took longer than 300 ms (tls.handshake)");
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

    @Test
    void endAHandshakeWithAPeerThatDrips() {
        try (SilentServer dripping = SilentServer.drippingTls(Duration.ofMillis(20));
                HttpPool pool = HttpPool.builder("test")
                        .timeouts(timeouts ->
                                timeouts.connect(Duration.ofMillis(300)).total(Duration.ZERO))
                        .build()) {
            assertHandshakeEnds(pool, dripping);
        }
    }
}
