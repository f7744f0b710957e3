package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.event.PoolEvent.RetryDecided;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that are given up while they pause before a retry. */
class PausedRetryIT {

    private final EventRecorder events = new EventRecorder();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(Handler.always(503, "busy".getBytes(UTF_8)))
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpPoolBuilder builder(Duration total) {
        return PatientPool.builder("test")
                .listener(events)
                .timeouts(t -> t.total(total))
                .retry(r -> r.onStatus(503).backoff(Duration.ofDays(9_000)));
    }

    private void awaitPause() {
        PoolCall.awaitUntil(() -> events.of(RetryDecided.class).size() == 1);
    }

    @Test
    void endWhenTheirRequestIsCanceled() throws Exception {
        HttpGet get = new HttpGet(server.uri("/"));
        try (HttpPool pool = builder(Duration.ZERO).build()) {
            PoolCall<String> call = PoolCall.start(() -> ClientCalls.send(pool.client(), get));
            awaitPause();

            get.cancel();

            assertThat(call.failure()).isInstanceOf(IOException.class).hasMessage("Request aborted");
            assertThat(server.requests()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void endWhenTheirFutureIsCanceledAndLeaveNoAlarm() {
        int alarmsBefore = AlarmsSet.count();
        try (AsyncHttpPool pool =
                builder(Duration.ZERO).protocol(Protocol.HTTP_1_1).buildAsync()) {
            Future<SimpleHttpResponse> call = pool.client()
                    .execute(SimpleRequestBuilder.get(server.uri("/")).build(), null);
            awaitPause();
            PoolCall.awaitUntil(
                    () -> AlarmsSet.count() > alarmsBefore && pool.snapshot().leased() == 0);

            call.cancel(true);

            PoolCall.awaitUntil(() -> AlarmsSet.count() <= alarmsBefore);
            assertThat(server.requests()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void holdNoConnection(boolean isAsync) throws Exception {
        try (AsyncHttpPool async = builder(Duration.ZERO)
                        .maxPerRoute(1)
                        .protocol(Protocol.HTTP_1_1)
                        .buildAsync();
                HttpPool blocking = builder(Duration.ZERO).maxPerRoute(1).build()) {
            PoolCall<String> call = PoolCall.start(
                    () -> ClientCalls.get(isAsync ? async.blockingClient() : blocking.client(), server.uri("/")));
            awaitPause();

            server.handler(exchange -> exchange.ok("ok"));
            assertThat(ClientCalls.get(isAsync ? async.blockingClient() : blocking.client(), server.uri("/")))
                    .isEqualTo("200 ok");

            call.thread().interrupt();
            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertThat(server.accepted()).isEqualTo(2); // the one whose response is retried has closed
        }
    }

    @Test
    void areNotBegunForABodyThatCannotBeSentTwice() throws Exception {
        HttpPut put = new HttpPut(server.uri("/"));
        put.setEntity(new InputStreamEntity(new ByteArrayInputStream("once".getBytes(UTF_8)), null));
        try (HttpPool pool = builder(Duration.ZERO).build()) {
            assertThat(ClientCalls.send(pool.client(), put)).isEqualTo("503 busy");

            assertThat(server.requests()).isEqualTo(1);
            assertThat(events.of(RetryDecided.class)).isEmpty();
        }
    }
}
