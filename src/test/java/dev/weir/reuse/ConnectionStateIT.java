package dev.weir.reuse;

import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.security.Principal;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that were made with a client certificate. */
class ConnectionStateIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.https(CERTIFICATES).needClientAuth().start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContextWithCertificate());
    }

    private void call(HttpPool pool, HttpClientContext context) throws IOException {
        assertThat(send(pool.client(), new HttpGet(server.uri("/")), context)).isEqualTo("200 ok");
    }

    @Test
    void sharesThemAmongAllRequests() throws IOException {
        try (HttpPool pool = builder().build()) {
            HttpClientContext context = HttpClientContext.create();
            call(pool, context);
            call(pool, HttpClientContext.create());
            call(pool, HttpClientContext.create());

            assertThat(server.accepted()).isEqualTo(1);
            assertThat(context.getUserToken()).isNull();
        }
    }

    @Test
    void keepsThemApartByPrincipalWhereAskedTo() throws IOException {
        try (HttpPool pool = builder().connectionState(true).build()) {
            HttpClientContext context = HttpClientContext.create();
            call(pool, context);
            call(pool, context);
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(context.getUserToken()).isInstanceOf(Principal.class);

            call(pool, HttpClientContext.create());
            assertThat(server.accepted()).isEqualTo(2);
        }
    }
}
