package dev.weir.exchange;

import static dev.weir.testpool.Answers.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asynchronous requests whose connection is reset amid what a server answers first. */
class BrokenResponsesIT {

    private final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private final AsyncHttpPool pool = HttpPool.builder("broken")
            .timeouts(t -> t.read(Duration.ofSeconds(30)))
            .retry(r -> r.onStatus(503))
            .customizeAsyncClient(
                    client -> client.addResponseInterceptorLast((response, body, context) -> begun.countDown()))
            .buildAsync();

    @AfterEach
    void close() {
        pool.close();
    }

    private LoopbackServer breakingOff(String beginning) {
        return LoopbackServer.http()
                .handler(exchange -> {
                    if (requests.incrementAndGet() == 1) {
                        breakOff(exchange, beginning);
                    } else {
                        exchange.ok("ok");
                    }
                })
                .start();
    }

    // What is reset before it was read would be lost.
    private void breakOff(Exchange exchange, String beginning) throws IOException {
        exchange.output().write(beginning.getBytes(StandardCharsets.US_ASCII));
        PoolFetch.await(begun);
        exchange.reset();
    }

    private Future<Message<HttpResponse, String>> send(LoopbackServer server, String method) {
        SimpleRequestProducer request = SimpleRequestProducer.create(
                SimpleRequestBuilder.create(method).setUri(server.uri("/")).build());
        return pool.client().execute(request, new Reader(), null);
    }

    private final class Reader extends BasicResponseConsumer<String> {
        Reader() {
            super(new StringAsyncEntityConsumer());
        }

        @Override
        public void informationResponse(HttpResponse response, HttpContext context) {
            begun.countDown();
        }
    }

    private static String text(Future<Message<HttpResponse, String>> answer) throws Exception {
        return answer.get(30, TimeUnit.SECONDS).getBody();
    }

    @Test
    void areSentOnceMoreIfOnlyAnInterimResponseCame() throws Exception {
        try (LoopbackServer server = breakingOff("HTTP/1.1 103 Early Hints\r\n\r\n")) {
            assertThat(text(send(server, "GET"))).isEqualTo("ok");
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void areNotSentOnceMoreIfTheyMayHaveBeenExecuted() {
        try (LoopbackServer server = breakingOff("HTTP/1.1 103 Early Hints\r\n\r\n")) {
            assertThat(failure(send(server, "POST"))).isInstanceOf(IOException.class);
            assertThat(requests).hasValue(1);
        }
    }

    @Test
    void areSentOnceMoreIfTheResponseWasKeptFromTheirReader() throws Exception {
        try (LoopbackServer server =
                breakingOff("HTTP/1.1 503 Later\r\nRetry-After: 0\r\nContent-Length: 10\r\n\r\nsor")) {
            assertThat(text(send(server, "GET"))).isEqualTo("ok");
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void areNotSentOnceMoreIfTheirReaderHasBegun() {
        try (LoopbackServer server = breakingOff("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nthe")) {
            assertThat(failure(send(server, "GET"))).isInstanceOf(IOException.class);
            assertThat(requests).hasValue(1);
        }
    }

    @Test
    void areNotSentOnceMoreIfTheResponseLeadsElsewhere() {
        try (LoopbackServer server =
                breakingOff("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 10\r\n\r\nthe")) {
            assertThat(failure(send(server, "GET"))).isInstanceOf(IOException.class);
            assertThat(requests).hasValue(1);
        }
    }
}
