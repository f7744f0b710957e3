package dev.weir.deadline;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.CutCalls.TOTAL;
import static dev.weir.testpool.CutCalls.assertCut;
import static dev.weir.testpool.CutCalls.assertInTime;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.internal.call.CallPhase;
import dev.weir.testpool.CutCalls;
import dev.weir.testserver.BlackHole;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.SocksProxyServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.Test;

/** Total ends calls that have no connection yet. */
class TotalWhileConnectingIT {

    private static URI https(int port) {
        return URI.create("https://127.0.0.1:" + port + "/");
    }

    @Test
    void endsTheWaitInTheQueue() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = CutCalls.builder().build()) {
            HttpClientContext unlimited = HttpClientContext.create();
            RequestDeadline.set(unlimited, Duration.ZERO);
            try (ClassicHttpResponse held = pool.client().executeOpen(null, new HttpGet(server.uri("/")), unlimited)) {
                long startNanos = System.nanoTime();
                TotalTimeoutException timeout = failure(TotalTimeoutException.class, pool.client(), server.uri("/"));

                assertInTime(startNanos);
                assertThat(timeout)
                        .hasMessageMatching("Pool 'test': the call to " + server.origin()
                                + " took longer than 400 ms \\(timeouts.total\\) and was ended while waiting for a"
                                + " connection\\. It spent \\d+ ms waiting for a connection\\.");
                assertThat(timeout.phase()).isEqualTo(CallPhase.QUEUE.toString());
                assertThat(timeout.target()).isEqualTo(server.origin());
                assertThat(timeout.total()).isEqualTo(TOTAL);
                assertThat(pool.snapshot().pending()).isZero();
                assertThat(held.getCode()).isEqualTo(200);
            }
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertAtRest(pool);
        }
    }

    @Test
    void endsAConnectThatGetsNoResponse() {
        try (BlackHole hole = BlackHole.open();
                HttpPool pool = CutCalls.builder().build()) {
            assertCut(pool, URI.create("http://127.0.0.1:" + hole.port() + "/"), CallPhase.CONNECT);
        }
    }

    @Test
    void endsAHandshakeThatGetsNoResponseOrDrips() {
        try (SilentServer mute = SilentServer.mute();
                SilentServer dripping = SilentServer.drippingTls(Duration.ofMillis(20));
                HttpPool pool = CutCalls.builder().build()) {
            for (SilentServer peer : List.of(mute, dripping)) {
                assertCut(pool, https(peer.port()), CallPhase.TLS);
                peer.awaitOpen(0, Duration.ofSeconds(10));
            }
        }
    }

    @Test
    void endsATunnelThatGetsNoResponse() {
        try (SilentServer proxy = SilentServer.mute();
                HttpPool pool = CutCalls.builder()
                        .proxy("http://127.0.0.1:" + proxy.port())
                        .build()) {
            assertCut(pool, https(9), CallPhase.CONNECT);

            proxy.awaitOpen(0, Duration.ofSeconds(10));
        }
    }

    @Test
    void endsAHandshakeInATunnelThatGetsNoResponse() {
        try (SilentServer mute = SilentServer.mute();
                HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = CutCalls.builder().proxy(proxy.origin()).build()) {
            assertCut(pool, https(mute.port()), CallPhase.TLS);

            mute.awaitOpen(0, Duration.ofSeconds(10));
        }
    }

    @Test
    void endsTheWaitForASilentSocksProxy() {
        try (SilentServer proxy = SilentServer.mute();
                HttpPool pool = CutCalls.builder()
                        .proxy("socks://127.0.0.1:" + proxy.port())
                        .build()) {
            assertCut(pool, URI.create("http://127.0.0.1:9"), CallPhase.CONNECT);

            proxy.awaitOpen(0, Duration.ofSeconds(10));
        }
    }

    @Test
    void endsAHandshakeThroughASocksProxyThatGetsNoResponse() {
        try (SilentServer mute = SilentServer.mute();
                SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = CutCalls.builder()
                        .proxy("socks://127.0.0.1:" + proxy.port())
                        .build()) {
            assertCut(pool, https(mute.port()), CallPhase.TLS);

            mute.awaitOpen(0, Duration.ofSeconds(10));
        }
    }
}
