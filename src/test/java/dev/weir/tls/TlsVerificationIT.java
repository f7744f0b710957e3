package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whose word the client takes. */
class TlsVerificationIT {

    private static final TestCertificates TRUSTED = TestCertificates.trusted();

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.https(TRUSTED).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder trusting() {
        return PatientPool.builder("test").sslContext(TRUSTED.clientContext()).dnsResolver(new AllOnLoopback());
    }

    private URI at(String host) {
        return URI.create("https://" + host + ":" + server.port() + "/");
    }

    @Test
    void takesACertificateThatItTrustsForANameThatItHolds() throws IOException {
        try (HttpPool pool = trusting().build()) {
            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
        }
    }

    @Test
    void refusesACertificateThatTheJdkDoesNotTrust() {
        try (HttpPool pool = PatientPool.builder("test").build()) {
            SSLException failure = failure(SSLHandshakeException.class, pool.client(), server.uri("/"));

            assertThat(failure).hasMessageContaining("PKIX path building failed");
            assertThat(server.requests()).isZero();
            assertAtRest(pool);
        }
    }

    @Test
    void refusesACertificateThatTheContextDoesNotTrust() {
        try (LoopbackServer stranger =
                        LoopbackServer.https(TestCertificates.untrusted()).start();
                HttpPool pool = trusting().build()) {
            failure(SSLHandshakeException.class, pool.client(), stranger.uri("/"));

            assertThat(stranger.requests()).isZero();
        }
    }

    @Test
    void refusesANameThatTheCertificateDoesNotHold() {
        try (HttpPool pool = trusting().build()) {
            SSLException failure = failure(SSLException.class, pool.client(), at("elsewhere.test"));

            assertThat(failure).hasMessageContaining("elsewhere.test");
            assertThat(server.requests()).isZero();
            assertAtRest(pool);
        }
    }

    @Test
    void aVerifierThatTakesAllDoesNotSwitchVerificationOff() throws IOException {
        try (HttpPool pool = trusting()
                .tls(tls -> tls.hostnameVerifier((host, session) -> true))
                .build()) {
            failure(SSLException.class, pool.client(), at("elsewhere.test"));
            assertThat(server.requests()).isZero();

            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
        }
    }

    @Test
    void aVerifierMayRefuseWhatTheCertificateHolds() throws IOException {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (HttpPool pool = trusting()
                .tls(tls -> tls.hostnameVerifier((host, session) -> asked.add(host) && host.startsWith("recs.")))
                .build()) {
            failure(SSLPeerUnverifiedException.class, pool.client(), at("shop.weir.test"));
            assertThat(server.requests()).isZero();

            assertThat(get(pool.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            assertThat(asked).containsExactly("shop.weir.test", "recs.weir.test");
        }
    }

    private static final class AllOnLoopback implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return InetAddress.getAllByName("127.0.0.1");
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
