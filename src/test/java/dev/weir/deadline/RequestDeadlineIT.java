package dev.weir.deadline;

import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One call with a limit of its own. */
class RequestDeadlineIT {

    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration TAKES = Duration.ofMillis(700);

    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpClientContext context = HttpClientContext.create();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange -> {
                    if (exchange.target().equals("/never")) {
                        exchange.await(never);
                    } else if (exchange.target().equals("/slow")) {
                        exchange.delay(TAKES);
                    }
                    exchange.ok("ok");
                })
                .start();
    }

    @AfterEach
    void stopServer() {
        never.countDown();
        server.close();
    }

    private static HttpPool pool(Duration total) {
        return PatientPool.builder("test")
                .timeouts(timeouts -> timeouts.total(total).unordered())
                .build();
    }

    private String call(HttpPool pool, String path) throws IOException {
        return send(pool.client(), new HttpGet(server.uri(path)), context);
    }

    @Test
    void isShorterThanThePoolsWhichIsNotFoundToBeTooShort() {
        try (HttpPool pool = pool(Duration.ofMinutes(10))) {
            pool.warmUp(server.origin(), 1); // however long a dial takes
            RequestDeadline.set(context, SHORT);

            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> call(pool, "/never"))
                        .isInstanceOf(TotalTimeoutException.class)
                        .hasMessageStartingWith(
                                "Pool 'test': the call to " + server.origin() + " took longer than 300 ms"
                                        + " (RequestDeadline) and was ended while waiting for the response. It spent ");
            }
            assertThat(pool.diagnose().findings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {60, 0}) // for no limit
    void isLongerThanThePools(long seconds) throws IOException {
        RequestDeadline.set(context, Duration.ofSeconds(seconds));
        try (HttpPool pool = HttpPool.builder("test")
                .timeouts(timeouts ->
                        timeouts.total(SHORT).read(Duration.ofSeconds(30)).unordered())
                .build()) {
            assertThat(call(pool, "/slow")).isEqualTo("200 ok");
            assertThatThrownBy(() -> send(pool.client(), new HttpGet(server.uri("/slow"))))
                    .isInstanceOf(TotalTimeoutException.class);
        }
    }

    @Test
    void isThatOfTheRouteWhereTheRouteHasOne() throws IOException {
        try (LoopbackServer other = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("test")
                        .timeouts(timeouts ->
                                timeouts.read(Duration.ofSeconds(30)).unordered())
                        .route(server.origin(), route -> route.timeouts(timeouts -> timeouts.total(SHORT)))
                        .build()) {
            TotalTimeoutException timeout =
                    ClientCalls.failure(TotalTimeoutException.class, pool.client(), server.uri("/never"));

            assertThat(timeout.total()).isEqualTo(SHORT);
            assertThat(ClientCalls.get(pool.client(), other.uri("/"))).isEqualTo("200 ok");
        }
    }

    @Test
    void isRefusedWhereItMakesNoSense() {
        assertThatThrownBy(() -> RequestDeadline.set(context, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("total must be between 0 (no limit) and 292 years, but was PT-0.001S; such as"
                        + " RequestDeadline.set(context, Duration.ofSeconds(10))");
    }
}
