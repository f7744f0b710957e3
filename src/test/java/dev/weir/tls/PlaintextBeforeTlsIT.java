package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent in plaintext before TLS begins is no response to what is asked under TLS. */
class PlaintextBeforeTlsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private URI target() {
        return URI.create("https://recs.weir.test:" + server.port() + "/");
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nEVIL",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nEVIL\r\n0\r\n\r\n",
                "x"
            })
    void behindConnectFailsTheCallAndThatOfAUsersOwnClient(String injected) throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.connectingWith("HTTP/1.1 200 OK\r\n\r\n" + injected);
                HttpPool pool = pool().proxy(proxy.origin()).build();
                CloseableHttpClient own = HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .setProxy(HttpHost.create(URI.create(proxy.origin())))
                        .build()) {
            assertThat(failure(ClientProtocolException.class, pool.client(), target()))
                    .hasMessageContaining(
                            "Proxy " + proxy.origin() + " sent bytes in plaintext before the TLS handshake with "
                                    + "https://recs.weir.test:" + server.port());

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).as("not again").isEqualTo(Map.of(CloseCause.UNSOLICITED_BYTES, 1L));
            failure(ClientProtocolException.class, own, target());
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void plaintextBehindASocksConnectFailsTheCall() {
        try (SocksProxyServer proxy = SocksProxyServer.injecting("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL");
                HttpPool pool =
                        pool().proxy("socks://127.0.0.1:" + proxy.port()).build()) {
            IOException failure = failure(IOException.class, pool.client(), server.uri("/"));

            assertThat(failure)
                    .hasMessageStartingWith("SOCKS proxy 127.0.0.1:" + proxy.port()
                            + " sent bytes in plaintext before the TLS handshake with ");
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    @SuppressWarnings("StringConcatToTextBlock") // its lines end as HTTP ends them
    void plaintextBehindAnUpgradeFailsTheCall() {
        try (LoopbackServer plain = LoopbackServer.http()
                        .handler(exchange -> exchange.output()
                                .write(("HTTP/1.1 101 Switching Protocols\r\n"
                                                + "Upgrade: TLS/1.2\r\n"
                                                + "Connection: Upgrade\r\n\r\n"
                                                + "HTTP/1.1 200 OK\r\n"
                                                + "Content-Length: 4\r\n\r\n"
                                                + "EVIL")
                                        .getBytes(StandardCharsets.US_ASCII)))
                        .start();
                HttpPool pool = pool().customizeClient(
                                client -> client.addRequestInterceptorLast((request, entity, context) -> {
                                    request.setHeader("Upgrade", "TLS/1.2");
                                    request.setHeader("Connection", "upgrade");
                                }))
                        .build()) {
            assertThat(failure(IOException.class, pool.client(), plain.uri("/")))
                    .hasStackTraceContaining(
                            "The server sent bytes in plaintext before the TLS handshake with " + plain.origin());

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.UNSOLICITED_BYTES);
        }
    }
}
