package dev.weir.proxy;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plain requests through an HTTP proxy. */
class HttpProxyIT {

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder through(HttpProxyServer proxy) {
        return PatientPool.builder("test").proxy(proxy.origin());
    }

    private URI at(String host) {
        return URI.create("http://" + host + ":" + server.port() + "/");
    }

    @Test
    void goThroughItByNameOnOneConnection() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy).build()) {
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsOnly("recs.weir.test:" + server.port());
            assertThat(proxy.log().accepted()).isEqualTo(1);
            assertThat(proxy.log().sawCredentials()).isFalse();
            assertAtRest(pool);
        }
    }

    @Test
    void areCountedByTargetAndNotByProxy() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = through(proxy)
                        .maxPerRoute(3)
                        .route("http://*.weir.test:" + server.port(), route -> route.maxConnections(1))
                        .build()) {
            get(pool.client(), at("recs.weir.test"));
            get(pool.client(), at("shop.weir.test"));
            get(pool.client(), at("other.test"));

            assertThat(pool.snapshot().routes())
                    .extracting(RouteSnapshot::target, RouteSnapshot::limit, RouteSnapshot::idle)
                    .containsExactly(
                            tuple("http://other.test:" + server.port(), 3, 1),
                            tuple("http://recs.weir.test:" + server.port(), 1, 1),
                            tuple("http://shop.weir.test:" + server.port(), 1, 1));
        }
    }

    @Test
    void showTheCredentialsWhereTheProxyAsksForThem() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                HttpPool pool = through(proxy)
                        .proxyCredentials("ann", "secret".toCharArray())
                        .build()) {
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");

            assertThat(proxy.log().forwarded()).isEqualTo(2);
            assertThat(proxy.log().accepted()).isEqualTo(1);
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void showNoCredentialsToAServerThatAsksForThem(ClientKind kind) throws IOException {
        server.handler(exchange -> exchange.respond(
                exchange.headers().has("Authorization") ? 500 : 401,
                new byte[0],
                "WWW-Authenticate",
                "Basic realm=\"loopback\""));
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                PoolCaller caller = kind.open(through(proxy).proxyCredentials("ann", "secret".toCharArray()))) {
            assertThat(caller.get(at("recs.weir.test").toString(), HttpClientContext.create()))
                    .isEqualTo("401 ");
            assertThat(proxy.log().forwarded()).isEqualTo(1);
        }
    }

    @Test
    void comeBackAs407WithAWrongPassword() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                HttpPool pool = through(proxy)
                        .proxyCredentials("ann", "wrong".toCharArray())
                        .build()) {
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("407 ");

            assertThat(proxy.log().forwarded()).isZero();
            assertThat(server.accepted()).isZero();
            assertAtRest(pool);
        }
    }
}
