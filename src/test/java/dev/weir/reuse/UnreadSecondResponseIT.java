package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.LoopbackServer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** A lease that carries two exchanges, and whose caller leaves the second response unread. */
class UnreadSecondResponseIT {

    private static final Timeout PATIENCE = Timeout.ofSeconds(30);

    @Test
    void nextCallerDoesNotGetIt() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = PatientPool.builder("test").build()) {
            byte[] response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nrest".getBytes(StandardCharsets.US_ASCII);
            server.handler(exchange -> exchange.output().write(response));
            HttpClientConnectionManager manager = pool.connectionManager();
            HttpRoute route = new HttpRoute(new HttpHost("http", "localhost", server.port()));
            ConnectionEndpoint endpoint =
                    manager.lease("test", route, PATIENCE, null).get(PATIENCE);
            manager.connect(endpoint, PATIENCE, null);

            EntityUtils.consume(exchange(endpoint).getEntity());
            exchange(endpoint);
            manager.release(endpoint, null, TimeValue.ofSeconds(30));

            assertThat(PoolBooks.causes(pool)).isEqualTo(Map.of(CloseCause.UNSOLICITED_BYTES, 1L));
        }
    }

    private static ClassicHttpResponse exchange(ConnectionEndpoint endpoint) throws Exception {
        return endpoint.execute(
                "test",
                ClassicRequestBuilder.get("/").build(),
                new HttpRequestExecutor()::execute,
                HttpClientContext.create());
    }
}
