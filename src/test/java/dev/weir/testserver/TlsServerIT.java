package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class TlsServerIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final TestCertificates TRUSTED = TestCertificates.trusted();

    @Test
    void servesAClientThatChecksNameAndCertificate() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TRUSTED).start()) {
            assertThat(server.origin()).isEqualTo("https://localhost:" + server.port());
            assertThat(get(server, TRUSTED.clientContext())).isEqualTo("ok");
            assertThat(get(server, TRUSTED.clientContext())).isEqualTo("ok");
        }
    }

    @Test
    void isRefusedWithTheUntrustedIdentity() {
        try (LoopbackServer server =
                LoopbackServer.https(TestCertificates.untrusted()).start()) {
            assertThatThrownBy(() -> get(server, TRUSTED.clientContext())).isInstanceOf(SSLException.class);

            server.awaitAccepted(1, LIMIT);
            server.awaitOpen(0, LIMIT);
            assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.TLS_FAILED);
        }
    }

    @Test
    void takesItsTimeForSoManyHandshakesAtOnce() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TRUSTED)
                .handshakes(1, Duration.ofMillis(30))
                .start()) {
            ExecutorService callers = Executors.newFixedThreadPool(2);
            long startNanos = System.nanoTime();
            CompletableFuture<Void> two = CompletableFuture.allOf(
                    CompletableFuture.runAsync(() -> handshake(server), callers),
                    CompletableFuture.runAsync(() -> handshake(server), callers));
            callers.shutdown();

            two.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

            assertThat(System.nanoTime() - startNanos)
                    .isGreaterThanOrEqualTo(Duration.ofMillis(60).toNanos());
        }
    }

    private static void handshake(LoopbackServer server) {
        try (SSLSocket socket =
                (SSLSocket) TRUSTED.clientContext().getSocketFactory().createSocket(server.address(), server.port())) {
            socket.startHandshake();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void demandsTheClientCertificate() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.https(TRUSTED).needClientAuth().start()) {
            assertThat(get(server, TRUSTED.clientContextWithCertificate())).isEqualTo("ok");
            assertThatThrownBy(() -> get(server, TRUSTED.clientContext())).isInstanceOf(IOException.class);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void contextAloneMakesEnginesDemandTheClientCertificate() {
        assertThat(TRUSTED.serverContext(true).createSSLEngine().getNeedClientAuth())
                .isTrue();
        assertThat(TRUSTED.serverContext(false).createSSLEngine().getNeedClientAuth())
                .isFalse();
    }

    @Test
    void closesUsedAndFreshConnectionsInOrder() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TRUSTED).start();
                RawClient used = secureClient(server);
                RawClient fresh = secureClient(server)) {
            used.get("/");
            assertThat(server.closeIdleNow(false)).isEqualTo(2);
            assertThat(used.isAtEnd()).isTrue();
            assertThat(fresh.isAtEnd()).isTrue();
        }
    }

    @Test
    void resetsBelowTls() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TRUSTED).start();
                RawClient client = secureClient(server)) {
            client.get("/");
            assertThat(server.closeIdleNow(true)).isEqualTo(1);

            assertThatThrownBy(client::isAtEnd)
                    .isInstanceOfAny(SocketException.class, SSLException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void noticesAClientThatLeaves() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(TRUSTED).start()) {
            try (RawClient client = secureClient(server)) {
                client.get("/");
                server.awaitOpen(1, LIMIT);
            }

            server.awaitOpen(0, LIMIT);
            assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.CLIENT_FIN);
        }
    }

    private static String get(LoopbackServer server, SSLContext context) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(context).build();
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(server.uri("/")).build(), BodyHandlers.ofString());
        return response.body();
    }

    private static RawClient secureClient(LoopbackServer server) throws IOException {
        SSLSocket socket =
                (SSLSocket) TRUSTED.clientContext().getSocketFactory().createSocket(server.address(), server.port());
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.startHandshake();
        return RawClient.over(socket);
    }
}
