package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.FrameServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 under a client of one's own, which repeats nothing, with {@code validateAfter(ZERO)}. */
@Timeout(60)
class PingBeforeUseIT {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final AsyncHttpPool pool = HttpPool.builder("verified")
            .protocol(Protocol.HTTP_2)
            .eviction(e -> e.validateAfter(Duration.ZERO))
            .timeouts(t -> t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(Duration.ofSeconds(40)))
            .buildAsync();
    private final CloseableHttpAsyncClient client = HttpAsyncClients.custom()
            .setConnectionManager(pool.connectionManager())
            .disableAutomaticRetries()
            .build();

    @BeforeEach
    void start() {
        client.start();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        pool.close();
    }

    private String post(FrameServer server) throws Exception {
        SimpleHttpResponse response = client.execute(
                        SimpleRequestBuilder.post(server.uri() + "/")
                                .setBody("body", ContentType.TEXT_PLAIN)
                                .build(),
                        null)
                .get(30, TimeUnit.SECONDS);
        return response.getBodyText();
    }

    @Test
    void findsThatAServerClosesAfterEachResponse() throws Exception {
        int requests = 20;
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(100);
            int stream = connection.request();
            connection.body(stream);
            connection.answer(stream, "ok");
        })) {
            for (int i = 0; i < requests; i++) {
                assertThat(post(server)).isEqualTo("ok");
            }

            assertThat(server.accepted()).isEqualTo(requests);
            PoolBooks.atRest((ManagedPool) pool);
        }
    }
}
