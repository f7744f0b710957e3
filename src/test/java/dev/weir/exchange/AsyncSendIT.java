package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.Answers;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose responses are futures of the JDK's. */
@Timeout(60)
class AsyncSendIT {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http().start();
    private final AsyncHttpPool pool =
            PatientPool.builder("send").protocol(Protocol.HTTP_1_1).buildAsync();

    @AfterEach
    void close() {
        end.countDown();
        pool.close();
        server.close();
    }

    private CompletableFuture<SimpleHttpResponse> send() {
        return pool.send(SimpleRequestBuilder.get(server.uri("/")).build());
    }

    private CompletableFuture<SimpleHttpResponse> sendAndHold(String beginning) {
        server.handler(exchange -> {
            exchange.output().write(beginning.getBytes(StandardCharsets.US_ASCII));
            exchange.output().flush();
            asked.countDown();
            exchange.await(end);
        });
        CompletableFuture<SimpleHttpResponse> response = send();
        PoolFetch.await(asked);
        return response;
    }

    private void assertCanceled() {
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
    }

    @Test
    void completeWithTheResponseAndStayComplete() {
        server.handler(exchange -> exchange.ok("ok"));
        CompletableFuture<SimpleHttpResponse> response = send();
        assertThat(Answers.text(response)).isEqualTo("ok");
        PoolBooks.atRest(pool);
        response.cancel(true);
        assertThat(Answers.text(send())).isEqualTo("ok");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"})
    void endTheirExchangeWhenTheyAreCanceled(String beginning) {
        assertThat(sendAndHold(beginning).cancel(true)).isTrue();
        assertCanceled();
    }

    @Test
    void endTheirExchangeWhenTheyTakeTooLong() {
        CompletableFuture<SimpleHttpResponse> response = sendAndHold("");
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> response.orTimeout(1, TimeUnit.MILLISECONDS).get())
                .withCauseInstanceOf(TimeoutException.class);
        assertCanceled();
    }

    @Test
    void failWithWhatTheClientFailsWith() {
        server.close();
        assertThat(Answers.failure(send())).isInstanceOf(ConnectException.class);
        pool.close();
        assertThat(Answers.failure(send())).isInstanceOf(PoolClosedException.class);
    }
}
