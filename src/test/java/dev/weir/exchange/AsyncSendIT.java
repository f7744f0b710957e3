package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose responses are futures of the JDK's. */
@Timeout(60)
class AsyncSendIT {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AsyncHttpPool pool =
            PatientPool.builder("send").protocol(Protocol.HTTP_1_1).buildAsync();

    @AfterEach
    void close() {
        end.countDown();
        pool.close();
    }

    private CompletableFuture<SimpleHttpResponse> send(LoopbackServer server) {
        return pool.send(SimpleRequestBuilder.get(server.uri("/")).build());
    }

    private LoopbackServer silent() {
        return LoopbackServer.http()
                .handler(exchange -> {
                    asked.countDown();
                    exchange.await(end).ok("late");
                })
                .start();
    }

    @Test
    void completeWithTheResponse() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start()) {
            String body =
                    send(server).thenApply(SimpleHttpResponse::getBodyText).get(30, TimeUnit.SECONDS);

            assertThat(body).isEqualTo("ok");
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void endTheirExchangeWhenTheyAreCanceled() {
        try (LoopbackServer server = silent()) {
            CompletableFuture<SimpleHttpResponse> response = send(server);
            PoolFetch.await(asked);

            assertThat(response.cancel(true)).isTrue();

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
        }
    }

    @Test
    void endTheirExchangeWhenTheyTakeTooLong() {
        try (LoopbackServer server = silent()) {
            CompletableFuture<SimpleHttpResponse> response = send(server);
            PoolFetch.await(asked);

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(
                            () -> response.orTimeout(1, TimeUnit.MILLISECONDS).get())
                    .withCauseInstanceOf(TimeoutException.class);

            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
        }
    }

    @Test
    void failWithWhatTheClientFailsWith() {
        LoopbackServer server = LoopbackServer.http().start();
        server.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> send(server).get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(ConnectException.class);
    }

    @Test
    void failOnAClosedPool() {
        pool.close();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> pool.send(
                                SimpleRequestBuilder.get("http://127.0.0.1:1/").build())
                        .get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(PoolClosedException.class);
    }
}
