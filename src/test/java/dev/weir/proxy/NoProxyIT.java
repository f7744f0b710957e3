package dev.weir.proxy;

import static dev.weir.testpool.Answers.text;
import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Targets that {@code noProxy} excludes, beside others that go through the proxy. */
class NoProxyIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;
    private HttpProxyServer proxy;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        proxy = HttpProxyServer.start();
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    private HttpPoolBuilder pool(String... noProxy) {
        return PatientPool.builder("test")
                .sslContext(CERTIFICATES.clientContext())
                .proxy(proxy.origin())
                .noProxy(noProxy);
    }

    private URI proxied() {
        return URI.create("http://recs.weir.test:" + server.port() + "/");
    }

    private static SimpleHttpRequest request(URI uri) {
        return SimpleRequestBuilder.get(uri).build();
    }

    @Test
    void areConnectedToDirectly() throws IOException {
        try (HttpPool pool = pool("127.0.0.0/8").build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), proxied())).isEqualTo("200 ok");
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
            assertThat(server.accepted()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void areConnectedToDirectlyAfterARedirectOfAProxiedOne() throws IOException {
        URI last = server.uri("/last");
        server.handler(exchange -> {
            if (exchange.target().endsWith("/last")) {
                exchange.ok("ok");
            } else {
                exchange.respond(302, new byte[0], "Location", last.toString());
            }
        });
        try (HttpPool pool = pool("127.0.0.1").build()) {
            assertThat(get(pool.client(), proxied())).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
            assertAtRest(pool);
        }
    }

    @Test
    void areConnectedToDirectlyByAsynchronousPools() throws Exception {
        try (AsyncHttpPool pool = pool("127.0.0.0/8").buildAsync()) {
            assertThat(text(pool.client().execute(request(server.uri("/")), null)))
                    .isEqualTo("ok");
            assertThat(text(pool.client().execute(request(proxied()), null))).isEqualTo("ok");
            assertThat(get(pool.blockingClient(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
        }
    }

    @Test
    void directTargetsAreWarmedUp() {
        try (HttpPool pool = pool("127.0.0.1").build()) {
            pool.warmUp(server.origin(), 2);

            assertThat(pool.snapshot().idle()).isEqualTo(2);
            assertThat(proxy.log().accepted()).isZero();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> pool.warmUp("http://recs.weir.test", 1))
                    .withMessageContaining("noProxy");
        }
    }

    @Test
    void areNotOpenedThroughTheSocksProxy() throws IOException {
        try (LoopbackServer secure = LoopbackServer.https(CERTIFICATES).start();
                SocksProxyServer socks = SocksProxyServer.start();
                HttpPool pool = PatientPool.builder("test")
                        .sslContext(CERTIFICATES.clientContext())
                        .proxy("socks://127.0.0.1:" + socks.port())
                        .noProxy("127.0.0.1:" + server.port(), "*:" + secure.port())
                        .build();
                LoopbackServer other = LoopbackServer.http().start();
                CloseableHttpClient own = HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .setConnectionManagerShared(true)
                        .build()) {
            for (CloseableHttpClient client : List.of(pool.client(), own)) {
                assertThat(get(client, server.uri("/"))).isEqualTo("200 ok");
                assertThat(get(client, secure.uri("/"))).isEqualTo("200 ok");
                assertThat(get(client, other.uri("/"))).isEqualTo("200 ok");
            }

            assertThat(socks.log().targets()).containsExactly("127.0.0.1:" + other.port());
            assertAtRest(pool);
        }
    }
}
