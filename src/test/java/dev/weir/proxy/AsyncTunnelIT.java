package dev.weir.proxy;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tunnels of an asynchronous pool through proxies that are not what one expects. */
@Timeout(60)
class AsyncTunnelIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String CONNECTED = "HTTP/1.1 200 OK\r\n\r\n";

    private final LoopbackServer server = LoopbackServer.https(CERTIFICATES)
            .handler(exchange -> exchange.ok("ok"))
            .start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static AsyncHttpPool through(HttpProxyServer proxy, Protocol protocol) {
        return PatientPool.builder("tunnels")
                .protocol(protocol)
                .sslContext(CERTIFICATES.clientContext())
                .proxy(proxy.origin())
                .buildAsync();
    }

    private URI target() {
        return URI.create("https://recs.weir.test:" + server.port() + "/");
    }

    private Future<SimpleHttpResponse> get(AsyncHttpPool pool) {
        return pool.client().execute(SimpleRequestBuilder.get(target()).build(), null);
    }

    private static void awaitRest(AsyncHttpPool pool, HttpProxyServer proxy) {
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == 0 && pool.snapshot().idle() == 0);
        proxy.log().awaitOpen(0, PoolCall.PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 Connection established\r\n\r\n",
                "HTTP/1.0 200 Connection established\r\nProxy-agent: tinyproxy/1.11.1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
            })
    void areOpenedAndReusedWhateverTheProxySaysOfItsOwnConnection(String answer) throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.connectingWith(answer);
                AsyncHttpPool pool = through(proxy, Protocol.NEGOTIATE)) {
            assertThat(text(get(pool))).isEqualTo("ok");
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            assertThat(text(get(pool))).isEqualTo("ok");
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            assertThat(ClientCalls.get(pool.blockingClient(), target())).isEqualTo("200 ok");

            assertThat(proxy.log().connects()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\n\r\nEVIL",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL",
                "HTTP/1.1 200 OK\r\nSet-Cookie: evil=1\r\nX-Ignore: ",
                "x"
            })
    void areRefusedIfThereIsPlaintextBeforeTls(String plaintext) throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.connectingWith(CONNECTED + plaintext);
                AsyncHttpPool pool = through(proxy, Protocol.NEGOTIATE)) {
            assertThat(failure(get(pool)))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessage("Proxy " + proxy.origin() + " sent bytes after its response to CONNECT, before TLS with"
                            + " https://recs.weir.test:" + server.port()
                            + "; they could be taken for a response, so that the connection was closed");
            awaitRest(pool, proxy);
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("try") // closing it early is the point
    void endWithThePoolDuringTheHandshake(Protocol protocol) throws Exception {
        for (int i = 0; i < 5; i++) { // the proxy answers before the pool closes, or as it does
            try (SilentServer silent = SilentServer.mute();
                    HttpProxyServer proxy = HttpProxyServer.start();
                    AsyncHttpPool pool = through(proxy, protocol)) {
                URI target = URI.create("https://recs.weir.test:" + silent.port() + "/");
                Future<SimpleHttpResponse> response =
                        pool.client().execute(SimpleRequestBuilder.get(target).build(), null);
                PoolCall.awaitUntil(() -> silent.accepted() == 1);

                pool.close();

                assertThat(failure(response)).isInstanceOf(PoolClosedException.class);
                awaitRest(pool, proxy);
            }
        }
    }

    @Test
    void areRefusedIfHttp2IsDemandedAndTheServerDoesNotSpeakIt() throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                AsyncHttpPool pool = through(proxy, Protocol.HTTP_2)) {
            assertThat(failure(get(pool))).hasMessageContaining("does not speak HTTP/2 (protocol is HTTP_2)");
            awaitRest(pool, proxy);
        }
    }

    @Test
    void failTheirRequestIfTheServerClosesBeforeHttp2Begins() throws Exception {
        try (FrameServer closing =
                        FrameServer.secured(CERTIFICATES.serverContext(), new CountDownLatch(0), connection -> {});
                HttpProxyServer proxy = HttpProxyServer.start();
                AsyncHttpPool pool = through(proxy, Protocol.HTTP_2)) {
            URI target = URI.create(closing.uri().replace("localhost", "recs.weir.test"));
            assertThat(failure(pool.client()
                            .execute(SimpleRequestBuilder.post(target).build(), null)))
                    .isInstanceOf(IOException.class);
            awaitRest(pool, proxy);
        }
    }
}
