package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever a server does, or callers do, no caller waits forever, nothing is lost, and the next request is served. */
class Http2AttackIT {

    private static final Duration LONG = Duration.ofSeconds(60);

    private AsyncHttpPool pool = builder().buildAsync();

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("attacked")
                .protocol(Protocol.HTTP_2)
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t ->
                        t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(Duration.ZERO));
    }

    private void rebuild(HttpPoolBuilder builder) {
        pool.close();
        pool = builder.buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Future<SimpleHttpResponse> get(String uri) {
        return pool.client().execute(SimpleRequestBuilder.get(uri + "/").build(), null);
    }

    private void assertFailsAndGoesOn(FrameServer.Script attack) {
        try (FrameServer server =
                FrameServer.playing(attack, connection -> connection.begin(100).serve())) {
            Future<SimpleHttpResponse> attacked = pool.client()
                    .execute(SimpleRequestBuilder.post(server.uri() + "/").build(), null);
            assertThat(failure(attacked)).isInstanceOf(IOException.class);

            assertThat(text(get(server.uri()))).isEqualTo("ok");
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void aWindowThatGrowsByNothingOnTheConnectionEndsIt() {
        assertFailsAndGoesOn(connection -> {
            connection.begin(100);
            connection.request();
            connection.windowUpdate(0, 0);
            connection.awaitEnd();
        });
    }

    @Test
    void headersWithoutAnEndAreCutOff() {
        AtomicInteger flooded = new AtomicInteger();
        assertFailsAndGoesOn(connection -> {
            connection.begin(100);
            int stream = connection.request();
            while (flooded.incrementAndGet() < 1_000) {
                connection.flood(stream, 1_000);
            }
        });
        assertThat(flooded).hasValueLessThan(1_000);
    }

    @Test
    void aBodyThatDripsEndsWithTheTotalTime() {
        rebuild(builder().timeouts(t -> t.total(Duration.ofSeconds(2))));
        try (FrameServer server = FrameServer.playing(connection -> {
            connection.begin(100);
            int stream = connection.request();
            connection.head(stream);
            connection.drip(stream, 10_000, Duration.ofMillis(20));
        })) {
            assertThat(failure(get(server.uri()))).isInstanceOf(TotalTimeoutException.class);
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        }
    }
}
