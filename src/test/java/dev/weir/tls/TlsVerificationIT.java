package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
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

    /** The JDK compares no names where the trust manager is one that takes care of everything itself. */
    private static SSLContext contextThatComparesNoNames() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustAll()}, null);
        return context;
    }

    @Test
    void refusesANameOnAllClientsWhateverTheJdkSays() throws Exception {
        SSLContext context = contextThatComparesNoNames();
        try (HttpPool blocking = trusting().sslContext(context).build();
                AsyncHttpPool async = trusting().sslContext(context).buildAsync()) {
            SSLException failure = failure(SSLException.class, blocking.client(), at("elsewhere.test"));
            assertThat(failure).hasMessageContaining("elsewhere.test");
            failure(SSLException.class, blocking.client(), at("shop.ck")); // *.ck is no name of one owner
            failure(SSLException.class, async.blockingClient(), at("shop.ck"));
            assertThat(failure(SSLException.class, async.blockingClient(), at("elsewhere.test")))
                    .hasMessageContaining("elsewhere.test");
            assertThat(async.send(SimpleRequestBuilder.get(at("elsewhere.test")).build()))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(SSLException.class);
            assertThat(server.requests()).isZero();

            assertThat(get(blocking.client(), at("recs.weir.test"))).isEqualTo("200 ok");
            assertThat(get(async.blockingClient(), at("recs.weir.test"))).isEqualTo("200 ok");
        }
    }

    @Test
    void refusesANameThatTheCertificateDoesNotHoldOnAsynchronousClients() {
        int alarmsBefore = AlarmsSet.count();
        try (AsyncHttpPool pool =
                trusting().tls(tls -> tls.handshake(Duration.ofSeconds(40))).buildAsync()) {
            failure(SSLException.class, pool.blockingClient(), at("elsewhere.test"));
            assertThat(server.requests()).isZero();
            assertThat(AlarmsSet.count()).isLessThanOrEqualTo(alarmsBefore);
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

    private static final class TrustAll extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
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
