package dev.weir.proxy;

import static dev.weir.testpool.Answers.text;
import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
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
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Proxies that a selector chooses for each target. */
class ProxySelectorIT {

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

    private static HttpPoolBuilder pool(ProxySelector selector) {
        return PatientPool.builder("test")
                .sslContext(CERTIFICATES.clientContext())
                .proxySelector(selector);
    }

    /** Passes over the proxy for the loopback server. */
    private ProxySelector partly() {
        return new Fixed(http(proxy)) {
            @Override
            public List<Proxy> select(URI target) {
                return target.getHost().equals(server.uri("/").getHost())
                        ? List.of(Proxy.NO_PROXY)
                        : super.select(target);
            }
        };
    }

    private URI proxied() {
        return URI.create("http://recs.weir.test:" + server.port() + "/");
    }

    @Test
    void leadThroughTheProxyAndPastIt() throws IOException {
        try (HttpPool pool = pool(partly()).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), proxied())).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
            assertAtRest(pool);
        }
    }

    @Test
    void leadThroughATunnelForHttps() throws IOException {
        try (LoopbackServer secure = LoopbackServer.https(CERTIFICATES).start();
                HttpPool pool = pool(new Fixed(http(proxy))).build()) {
            assertThat(get(pool.client(), secure.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), secure.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("localhost:" + secure.port());
            assertThat(pool.snapshot().idle()).isEqualTo(1);
        }
    }

    @Test
    void leadAsynchronousPoolsToo() throws Exception {
        try (AsyncHttpPool pool = pool(partly()).buildAsync()) {
            assertThat(text(pool.client()
                            .execute(SimpleRequestBuilder.get(proxied()).build(), null)))
                    .isEqualTo("ok");
            assertThat(get(pool.blockingClient(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
        }
    }

    @Test
    void areAskedForSchemeHostAndPortAlone() throws IOException {
        Fixed selector = new Fixed(Proxy.NO_PROXY);
        try (HttpPool pool = pool(selector).build()) {
            get(pool.client(), server.uri("/orders?token=secret"));

            assertThat(selector.asked).containsExactly(URI.create(server.origin()));
        }
    }

    @Test
    void stayAfterAReconfiguration() throws IOException {
        try (HttpPool pool = pool(partly()).build()) {
            pool.reconfigure(pool.config().toBuilder().maxPerRoute(3).build());
            get(pool.client(), proxied());

            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
        }
    }

    @Test
    void failRequestsForWhichTheyHaveOnlySocksProxies() {
        Proxy socks = new Proxy(Proxy.Type.SOCKS, InetSocketAddress.createUnresolved("socks.weir.test", 1080));
        try (HttpPool pool = pool(new Fixed(socks)).build()) {
            Throwable failure = failure(IOException.class, pool.client(), server.uri("/"));

            assertThat(failure)
                    .isInstanceOf(ClientProtocolException.class)
                    .hasStackTraceContaining("The proxySelector has only SOCKS proxies for " + server.origin()
                            + ", but an HTTP proxy or a direct connection is needed;"
                            + " proxy(\"socks://host:port\") takes one");
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void letWarmUpOpenDirectConnectionsAlone() {
        try (HttpPool pool = pool(partly()).build()) {
            pool.warmUp(server.origin(), 2);

            assertThat(pool.snapshot().idle()).isEqualTo(2);
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> pool.warmUp("http://recs.weir.test", 1))
                    .withMessageContaining("proxySelector");
        }
    }

    @Test
    void goWithNoProxyBesideThem() {
        HttpPoolBuilder both = pool(new Fixed(http(proxy))).proxy("http://proxy:3128");

        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(both::build)
                .withMessageContaining("proxy must be left to proxySelector (" + Fixed.class.getName() + "), but was"
                        + " \"http://proxy:3128\": the selector determines the proxy of each target; leaving it out"
                        + " would pass [proxy-selector-decides]");
    }

    private static Proxy http(HttpProxyServer server) {
        URI origin = URI.create(server.origin());
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(origin.getHost(), origin.getPort()));
    }

    /** Always the same proxy. */
    private static class Fixed extends ProxySelector {
        private final List<URI> asked = new CopyOnWriteArrayList<>();
        private final Proxy proxy;

        Fixed(Proxy proxy) {
            this.proxy = proxy;
        }

        @Override
        public List<Proxy> select(URI uri) {
            asked.add(uri);
            return List.of(proxy);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            // There is no other proxy.
        }
    }
}
