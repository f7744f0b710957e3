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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "GET, true, 'HTTP/1.1 103 Early Hints~~'",
        "POST, false, 'HTTP/1.1 103 Early Hints~~'",
        "GET, true, 'HTTP/1.1 503 Later~Retry-After: 0~Content-Length: 10~~sor'", // kept from the reader
        "GET, false, 'HTTP/1.1 200 OK~Content-Length: 10~~the'",
        "GET, false, 'HTTP/1.1 302 Found~Location: /there~Content-Length: 10~~the'"
    })
    void areSentOnceMoreIfHarmlessAndNobodyHasSeenTheResponse(String method, boolean sentAgain, String beginning)
            throws Exception {
        try (LoopbackServer server = breakingOff(beginning.replace("~", "\r\n"))) {
            Future<Message<HttpResponse, String>> answer = send(server, method);
            if (sentAgain) {
                assertThat(answer.get(30, TimeUnit.SECONDS).getBody()).isEqualTo("ok");
            } else {
                assertThat(failure(answer)).isInstanceOf(IOException.class);
            }
            assertThat(requests).hasValue(sentAgain ? 2 : 1);
        }
    }
}
