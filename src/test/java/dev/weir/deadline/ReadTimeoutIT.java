package dev.weir.deadline;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.HttpPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code timeouts.read} ends, and what it leaves alone. */
@Timeout(120)
class ReadTimeoutIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private static LoopbackServer server(boolean isSecure, Handler handler) {
        return (isSecure ? LoopbackServer.https(CERTIFICATES) : LoopbackServer.http())
                .handler(handler)
                .start();
    }

    private static HttpPool pool(Duration read) {
        return HttpPool.builder("test")
                .sslContext(CERTIFICATES.clientContext())
                .timeouts(timeouts -> timeouts.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(30))
                        .read(read)
                        .unordered())
                .build();
    }

    private static void drip(Exchange exchange) throws IOException, InterruptedException {
        OutputStream out = exchange.output();
        for (byte each : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(US_ASCII)) {
            out.write(each);
            out.flush();
            exchange.delay(Duration.ofMillis(30));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void countsSilenceAndNotTheLengthOfAResponse(boolean isSecure) throws IOException {
        try (LoopbackServer server = server(isSecure, ReadTimeoutIT::drip);
                HttpPool pool = pool(Duration.ofMillis(800))) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");

            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsTheWaitForAResponseAndItsConnectionAlone(boolean isSecure) throws IOException {
        AtomicInteger requests = new AtomicInteger();
        Handler secondIsSilent = exchange -> {
            if (requests.incrementAndGet() == 2) {
                exchange.delay(Duration.ofSeconds(20));
            }
            exchange.ok("ok");
        };
        try (LoopbackServer server = server(isSecure, secondIsSilent);
                HttpPool pool = pool(Duration.ofMillis(300))) {
            get(pool.client(), server.uri("/"));
            SocketTimeoutException failure = failure(SocketTimeoutException.class, pool.client(), server.uri("/"));
            String next = get(pool.client(), server.uri("/"));

            assertThat(failure).hasMessageEndingWith("Read timed out (timeouts.read)");
            assertThat(next).isEqualTo("200 ok");
            assertThat(server.accepted()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void endsASilenceWithinABody() throws IOException {
        Handler half = exchange -> {
            exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".getBytes(US_ASCII));
            exchange.output().flush();
            exchange.delay(Duration.ofSeconds(20));
        };
        try (LoopbackServer server = server(false, half);
                HttpPool pool = pool(Duration.ofMillis(300))) {
            failure(SocketTimeoutException.class, pool.client(), server.uri("/"));

            assertAtRest(pool);
        }
    }

    // HttpClient waits for a 100 by a read that may time out; the connection goes on.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesAConnectionAloneWhose100NeverCame(boolean isSecure) throws Exception {
        try (LoopbackServer server = server(isSecure, exchange -> exchange.respond(200, exchange.bodyWithout100()));
                HttpPool pool = pool(Duration.ofSeconds(20))) {
            HttpPost request = post(server.uri("/"), "hello");
            request.setConfig(
                    RequestConfig.custom().setExpectContinueEnabled(true).build());

            assertThat(send(pool.client(), request)).isEqualTo("200 hello");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void endsAReadOfAVirtualThread() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        ExecutorService threads = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (LoopbackServer server = server(false, exchange -> exchange.delay(Duration.ofSeconds(20)));
                HttpPool pool = pool(Duration.ofMillis(300))) {
            Future<SocketTimeoutException> failure =
                    threads.submit(() -> failure(SocketTimeoutException.class, pool.client(), server.uri("/")));

            assertThat(failure.get()).hasMessageEndingWith(": Read timed out (timeouts.read)");
            server.handler(Handler.ok("ok"));
            assertThat(threads.submit(() -> get(pool.client(), server.uri("/"))).get())
                    .isEqualTo("200 ok");
        } finally {
            threads.shutdownNow();
        }
    }

    // Answers come just when the silence has lasted for too long: a call has its own response, or its own timeout.
    @Test
    @Tag("stress")
    void neverEndsTheNextExchange() throws Exception {
        Duration read = Duration.ofMillis(40);
        AtomicLong count = new AtomicLong();
        Handler late = exchange -> {
            long nanos = read.toNanos() + (count.incrementAndGet() % 21 - 10) * 100_000;
            exchange.delay(Duration.ofNanos(nanos)).ok(exchange.target());
        };
        try (LoopbackServer server = server(false, late);
                HttpPool pool = pool(read)) {
            List<Future<Integer>> timeouts = new ArrayList<>();
            ExecutorService callers = Executors.newFixedThreadPool(8);
            for (int i = 0; i < 8; i++) {
                int caller = i;
                timeouts.add(callers.submit(() -> timeouts(pool, server, caller)));
            }
            int all = 0;
            for (Future<Integer> each : timeouts) {
                all += each.get();
            }
            callers.shutdown();

            assertThat(all).isBetween(1, 8 * 100 - 1);
            server.handler(Handler.ok("ok"));
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertAtRest(pool);
        }
    }

    private static int timeouts(HttpPool pool, LoopbackServer server, int caller) throws IOException {
        int timeouts = 0;
        for (int i = 0; i < 100; i++) {
            URI uri = server.uri("/" + caller + "/" + i);
            try {
                assertThat(get(pool.client(), uri)).isEqualTo("200 " + uri.getPath());
            } catch (SocketTimeoutException e) {
                timeouts++;
            }
        }
        return timeouts;
    }
}
