package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.RequestRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that say: come again. */
class StatusRetryIT {

    private static final byte[] BUSY = "busy".getBytes(UTF_8);

    private final List<Long> arrivals = new CopyOnWriteArrayList<>();
    private volatile String retryAfter = "0";
    private volatile int refusals = Integer.MAX_VALUE;
    private volatile int status = 503;
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange -> {
                    arrivals.add(System.nanoTime());
                    if (arrivals.size() <= refusals) {
                        exchange.respond(status, BUSY, "Retry-After", retryAfter);
                    } else {
                        exchange.ok("done");
                    }
                })
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder retrying() {
        return HttpPool.builder("test").retry(retry -> retry.onStatus(429, 503).backoff(Duration.ofMillis(10)));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void areFinalByDefault(int code) throws IOException {
        status = code;
        try (HttpPool pool = HttpPool.builder("test").build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo(code + " busy");
            assertThat(send(pool.client(), post(server.uri("/"), "order"))).isEqualTo(code + " busy");
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void areRetriedOnceWhereAskedTo(int code) throws IOException {
        status = code;
        try (HttpPool pool = retrying().build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo(code + " busy");
            assertThat(server.requests()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void areRetriedAsOftenAsAskedTo() throws IOException {
        refusals = 3;
        try (HttpPool pool = retrying().retry(retry -> retry.maxRetries(3)).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 done");
            assertThat(server.requests()).isEqualTo(4);
            assertThat(server.accepted()).isEqualTo(4);
        }
    }

    @Test
    void areFinalIfTheirStatusWasNotAskedFor() throws IOException {
        status = 500;
        try (HttpPool pool = retrying().build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("500 busy");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void areRetriedAfterTheTimeThatTheServerAsksFor() throws IOException {
        refusals = 1;
        retryAfter = "1";
        try (HttpPool pool = retrying().build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 done");
            assertThat(Duration.ofNanos(arrivals.get(1) - arrivals.get(0)))
                    .isBetween(Duration.ofMillis(990), Duration.ofSeconds(9));
        }
    }

    @Test
    void areFinalIfTheServerAsksForMoreTimeThanTheCallHas() throws IOException {
        retryAfter = "3600";
        try (HttpPool pool = retrying().build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(1);
            assertAtRest(pool);
        }
    }

    @Test
    void areFinalIfTheServerAsksForMoreTimeThanTheOneCallHas() throws IOException {
        retryAfter = "5";
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, Duration.ofSeconds(4));
        try (HttpPool pool = retrying().build()) {
            assertThat(send(pool.client(), new HttpGet(server.uri("/")), context))
                    .isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void areFinalForARequestThatMustNotBeSentTwice() throws IOException {
        try (HttpPool pool = retrying().build()) {
            assertThat(send(pool.client(), post(server.uri("/"), "order"))).isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void areRetriedForARequestWithAnIdempotencyKey() throws IOException {
        refusals = 1;
        HttpPost order = post(server.uri("/"), "order");
        order.addHeader("Idempotency-Key", "4711");
        try (HttpPool pool = retrying().build()) {
            assertThat(send(pool.client(), order)).isEqualTo("200 done");
            assertThat(server.requests(StatusRetryIT::isKeyedPost)).isEqualTo(2);
        }
    }

    private static boolean isKeyedPost(RequestRecord request) {
        return request.method().equals("POST")
                && request.headers().first("Idempotency-Key").orElse("").equals("4711");
    }
}
