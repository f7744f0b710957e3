package dev.weir.tls;

import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The TLS context of one route: a server that requires a client certificate, beside one that must not see it. */
class RouteSslContextIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final SSLContext ANONYMOUS = CERTIFICATES.clientContext();
    private static final SSLContext IDENTIFIED = CERTIFICATES.clientContextWithCertificate();

    private LoopbackServer demanding;
    private LoopbackServer alsoDemanding;
    private LoopbackServer plain;

    @BeforeEach
    void start() {
        demanding = LoopbackServer.https(CERTIFICATES).needClientAuth().start();
        alsoDemanding = LoopbackServer.https(CERTIFICATES).needClientAuth().start();
        plain = LoopbackServer.https(CERTIFICATES).start();
    }

    @AfterEach
    void stop() {
        demanding.close();
        alsoDemanding.close();
        plain.close();
    }

    private HttpPoolBuilder identified() {
        return PatientPool.builder("test")
                .sslContext(ANONYMOUS)
                .route(demanding.origin(), r -> r.sslContext(IDENTIFIED));
    }

    private void assertOnlyItsRouteIsIdentified(CloseableHttpClient client) throws IOException {
        assertThat(get(client, demanding.uri("/"))).isEqualTo("200 ok");
        assertThat(get(client, plain.uri("/"))).isEqualTo("200 ok");
        assertThat(failure(IOException.class, client, alsoDemanding.uri("/"))).isNotNull();
        assertThat(alsoDemanding.requests()).isZero();
    }

    @Test
    void identifyTheRouteAlone() throws IOException {
        try (HttpPool pool = identified().build()) {
            assertOnlyItsRouteIsIdentified(pool.client());
        }
    }

    @Test
    void identifyTheRouteThroughATunnel() throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool = identified().proxy(proxy.origin()).build();
                AsyncHttpPool async = identified().proxy(proxy.origin()).buildAsync()) {
            assertOnlyItsRouteIsIdentified(pool.client());
            assertOnlyItsRouteIsIdentified(async.blockingClient());

            assertThat(proxy.log().connects()).isGreaterThanOrEqualTo(6);
        }
    }

    @Test
    void surviveAReconfigurationThatKnowsNothingOfThem() throws IOException {
        try (HttpPool pool = identified().build()) {
            get(pool.client(), demanding.uri("/"));

            pool.reconfigure(PatientPool.builder("test").maxPerRoute(3).config());

            assertThat(pool.snapshot().idle()).isEqualTo(1);
            demanding.closeIdleNow(false);
            assertOnlyItsRouteIsIdentified(pool.client());
        }
    }

    @Test
    void giveWayToThoseOfTheNextConfigurationWithNewConnections() throws IOException {
        try (HttpPool pool = identified().build()) {
            get(pool.client(), demanding.uri("/"));
            get(pool.client(), plain.uri("/"));

            pool.reconfigure(pool.config().toBuilder()
                    .route(demanding.origin(), r -> r.sslContext(ANONYMOUS))
                    .build());

            assertThat(failure(IOException.class, pool.client(), demanding.uri("/")))
                    .isNotNull();
            assertThat(demanding.requests()).isEqualTo(1);
            get(pool.client(), plain.uri("/"));
            assertThat(plain.accepted()).isEqualTo(1);
            assertThat(pool.snapshot().routes())
                    .filteredOn(route -> route.target().equals(demanding.origin()))
                    .allSatisfy(route -> assertThat(route.closedBy()).containsKey(CloseCause.TLS_CHANGED));
        }
    }

    @Test
    void needATargetWithTls() {
        PoolConfig.Builder builder = PoolConfig.builder("test").route("http://recs", r -> r.sslContext(ANONYMOUS));

        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(builder::build)
                .withMessageContaining("route[http://recs].sslContext needs a target with https, but was ")
                .withMessageContaining(
                        ": connections of http have no TLS; leaving it out would pass [ssl-context-needs-https]");
    }
}
