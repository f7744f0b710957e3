package dev.weir.proxy;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Requests through a SOCKS proxy. */
class SocksProxyIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private static HttpPoolBuilder through(SocksProxyServer proxy) {
        return PatientPool.builder("test")
                .sslContext(CERTIFICATES.clientContext())
                .proxy("socks://127.0.0.1:" + proxy.port());
    }

    @Test
    void goThroughItOnOneConnection() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = through(proxy).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().targets()).containsExactly("127.0.0.1:" + server.port());
            assertThat(server.accepted()).isEqualTo(1);
            assertAtRest(pool);
        }
    }

    @Test
    void goThroughItWithTls() throws IOException {
        try (LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();
                SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = through(proxy).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(proxy.log().connects()).isEqualTo(1);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void failIfItCannotReachTheTarget() {
        LoopbackServer dead = LoopbackServer.http().start();
        dead.close();
        try (SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = through(proxy).build()) {
            SocketException failure = failure(SocketException.class, pool.client(), dead.uri("/"));

            assertThat(failure).hasMessageContaining("SOCKS");
            assertAtRest(pool);
        }
    }

    @Test
    void resolveTheNamesThatTheResolverLeavesOpen() throws IOException {
        DnsResolver leavesOpen = new DnsResolver() {
            @Override
            public InetAddress @Nullable [] resolve(String host) {
                return null;
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = through(proxy)
                        .dnsResolver(leavesOpen)
                        .dns(d -> d.ttl(Duration.ZERO))
                        .build()) {
            assertThat(get(pool.client(), URI.create("http://service.test:" + server.port() + "/")))
                    .isEqualTo("200 ok");
            assertThat(proxy.log().targets()).containsExactly("service.test:" + server.port());
        }
    }
}
