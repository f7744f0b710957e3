package dev.weir.proxy;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Proxies of single routes, and routes past the proxy of the pool. */
class RouteProxyIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;
    private LoopbackServer secure;
    private HttpProxyServer ofPool;
    private HttpProxyServer ofRoute;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        secure = LoopbackServer.https(CERTIFICATES).start();
        ofPool = HttpProxyServer.start();
        ofRoute = HttpProxyServer.start();
    }

    @AfterEach
    void stop() {
        ofRoute.close();
        ofPool.close();
        secure.close();
        server.close();
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private void getAll(CloseableHttpClient client) throws IOException {
        assertThat(get(client, server.uri("/"))).isEqualTo("200 ok");
        assertThat(get(client, secure.uri("/"))).isEqualTo("200 ok");
    }

    @Test
    void leadTheirRouteAlone() throws IOException {
        HttpPoolBuilder builder = pool().proxy(ofPool.origin()).route(secure.origin(), r -> r.proxy(ofRoute.origin()));

        try (HttpPool pool = builder.build();
                AsyncHttpPool async = builder.buildAsync()) {
            getAll(pool.client());
            getAll(async.blockingClient());

            assertThat(ofPool.log().targets()).hasSize(2).containsOnly(hostOf(server));
            assertThat(ofRoute.log().targets()).hasSize(2).containsOnly(hostOf(secure));
        }
    }

    @Test
    void areNotUsedWhereARuleSaysNone() throws IOException {
        HttpPoolBuilder builder = pool().proxy(ofPool.origin()).route(secure.origin(), r -> r.proxy("none"));

        try (HttpPool pool = builder.build();
                AsyncHttpPool async = builder.buildAsync()) {
            getAll(pool.client());
            getAll(async.blockingClient());
            pool.warmUp(secure.origin(), 2);

            assertThat(ofPool.log().targets()).containsOnly(hostOf(server));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> pool.warmUp(server.origin(), 1));
        }
    }

    @Test
    void leadToTargetsThatTheProxyOfThePoolExcludes() throws IOException {
        try (HttpPool pool = pool().proxy(ofPool.origin())
                .noProxy("localhost", "127.0.0.1")
                .route(secure.origin(), r -> r.proxy(ofRoute.origin()))
                .build()) {
            getAll(pool.client());

            assertThat(ofPool.log().targets()).isEmpty();
            assertThat(ofRoute.log().targets()).containsExactly(hostOf(secure));
        }
    }

    @Test
    void changeWithTheConfiguration() throws IOException {
        try (HttpPool pool = pool().build()) {
            getAll(pool.client());

            pool.reconfigure(pool.config().toBuilder()
                    .route(server.origin(), r -> r.proxy(ofRoute.origin()))
                    .build());
            getAll(pool.client());

            assertThat(ofRoute.log().targets()).containsExactly(hostOf(server));
            assertThat(secure.accepted()).isEqualTo(1);
        }
    }

    @Test
    void maySpeakSocksForBlockingPools() throws IOException {
        try (SocksProxyServer socks = SocksProxyServer.start();
                HttpPool pool = pool().route(secure.origin(), r -> r.proxy("socks://127.0.0.1:" + socks.port()))
                        .build()) {
            getAll(pool.client());

            assertThat(socks.log().connects()).isEqualTo(1);
        }
    }

    @Test
    void areCheckedLikeThatOfThePool() {
        HttpPoolBuilder blocking = pool().route("https://recs", r -> r.proxy("eu-proxy"));
        HttpPoolBuilder async = pool().route("https://recs", r -> r.proxy("socks://proxy:1080"));

        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(blocking::build)
                .withMessageContaining("route[https://recs].proxy must be http, https or socks://host:port without user"
                        + " info and path, or none, but was \"eu-proxy\"");
        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(async::buildAsync)
                .withMessageContaining(
                        "route[https://recs].proxy must be left out where a proxy of buildAsync() is socks,"
                                + " but was \"socks://proxy:1080\"");
        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(() -> pool().proxy("none").build())
                .withMessageContaining(
                        "proxy must be http, https or socks://host:port without user info and path, but was \"none\"");
    }

    private static String hostOf(LoopbackServer target) {
        return target.uri("/").getHost() + ":" + target.port();
    }
}
