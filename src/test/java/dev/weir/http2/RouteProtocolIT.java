package dev.weir.http2;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Routes that speak another version of HTTP than the rest of their pool. */
class RouteProtocolIT {

    private Http2Server ruled;
    private Http2Server other;

    @BeforeEach
    void start() {
        ruled = Http2Server.allowing(100);
        other = Http2Server.allowing(100);
    }

    @AfterEach
    void stop() throws Exception {
        ruled.close();
        other.close();
    }

    private static HttpPoolBuilder pool(Protocol protocol) {
        return PatientPool.builder("test")
                .protocol(protocol)
                .sslContext(TestCertificates.trusted().clientContext());
    }

    private List<String> protocols(AsyncHttpPool pool) throws IOException {
        get(pool.blockingClient(), URI.create(ruled.uri() + "/"));
        get(pool.blockingClient(), URI.create(other.uri() + "/"));
        return List.of(protocol(pool, ruled), protocol(pool, other));
    }

    private static String protocol(AsyncHttpPool pool, Http2Server server) {
        return pool.snapshot().routes().stream()
                .filter(route -> route.target().equals(server.uri()))
                .flatMap(route -> route.connections().stream())
                .map(ConnectionSnapshot::protocol)
                .findFirst()
                .orElse("none");
    }

    @Test
    void speakHttp1WhereARuleSaysSo() throws IOException {
        try (AsyncHttpPool pool = pool(Protocol.NEGOTIATE)
                .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_1_1))
                .buildAsync()) {
            assertThat(protocols(pool)).containsExactly("HTTP/1.1", "HTTP/2.0");
        }
    }

    @Test
    void speakHttp2WhereARuleSaysSo() throws IOException {
        try (AsyncHttpPool pool = pool(Protocol.HTTP_1_1)
                .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_2))
                .buildAsync()) {
            assertThat(protocols(pool)).containsExactly("HTTP/2.0", "HTTP/1.1");
        }
    }

    @Test
    void getNewConnectionsWhenTheirProtocolChanges() throws IOException {
        try (AsyncHttpPool pool = pool(Protocol.NEGOTIATE).buildAsync()) {
            protocols(pool);

            pool.reconfigure(pool.config().toBuilder()
                    .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_1_1))
                    .buildAsync());

            assertThat(protocols(pool)).containsExactly("HTTP/1.1", "HTTP/2.0");
            assertThat(other.accepted()).isEqualTo(1);
        }
    }
}
