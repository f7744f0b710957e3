package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Answers that worked without pools work with them, however long they take. No test waits that long: while the server is
 * silent, nothing is in force that could end the call.
 */
class SlowResponsesIT {

    private static final String EVENTS = "data:first\n\ndata:second\n\n";

    private final CountDownLatch silent = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http().start();
    private final int alarmsBefore = AlarmsSet.count();
    // Not the common pool, which may have a single thread.
    private final ExecutorService caller = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        caller.shutdownNow();
        goOn.countDown();
        server.close();
    }

    @Test
    void letsABlockingClientWaitForAResponse() {
        server.handler(this::answerLate);

        whileSilent(SlowResponsesIT::blocking, (seen, answer) -> {
            assertThat(seen.total()).isEmpty();
            assertThat(seen.socket()).isZero();
            assertNoAlarm();
            assertThat(goOn(answer)).isEqualTo("late");
        });
    }

    @Test
    void letsABlockingClientWaitForTheNextEvent() {
        server.handler(this::sendEvents);

        whileSilent(SlowResponsesIT::blocking, (seen, answer) -> {
            assertThat(seen.total()).isEmpty();
            assertThat(seen.socket()).isZero();
            assertNoAlarm();
            assertThat(goOn(answer)).isEqualTo(EVENTS);
        });
    }

    @Test
    void letsAReactiveClientWaitForAResponse() {
        server.handler(this::answerLate);

        whileSilent(SlowResponsesIT::reactive, (seen, answer) -> {
            assertThat(seen.total()).isEmpty();
            assertNoAlarm();
            assertThat(goOn(answer)).isEqualTo("late");
        });
    }

    @Test
    void letsAReactiveClientWaitForTheNextEvent() {
        server.handler(this::sendEvents);

        whileSilent(SlowResponsesIT::events, (seen, answer) -> {
            assertThat(seen.total()).isEmpty();
            assertNoAlarm();
            assertThat(goOn(answer)).isEqualTo("first,second");
        });
    }

    @Test
    void wouldSeeTheReadTimeoutOfABlockingClient() {
        server.handler(this::answerLate);

        whileSilent(
                SlowResponsesIT::blocking,
                (seen, answer) -> assertThat(seen.socket()).isEqualTo(Duration.ofSeconds(40)),
                "spring.http.clients.read-timeout=40s");
    }

    @Test
    void wouldSeeTheReadTimeoutOfAReactiveClient() {
        server.handler(this::answerLate);

        whileSilent(SlowResponsesIT::reactive, (seen, answer) -> awaitAlarm(), "spring.http.clients.read-timeout=40s");
    }

    @Test
    void wouldSeeALimitOnTheWholeCall() {
        server.handler(this::answerLate);

        whileSilent(
                SlowResponsesIT::reactive,
                (seen, answer) -> assertThat(seen.total()).isPresent(),
                "weir.defaults.timeouts.total=50s");
    }

    /** All that ends a call by time is an alarm, but for the read timeout of a blocking client. */
    private void assertNoAlarm() {
        assertThat(AlarmsSet.count()).isLessThanOrEqualTo(alarmsBefore);
    }

    // It is set once the request has gone out, which the server may know before the client does.
    private void awaitAlarm() {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (AlarmsSet.count() <= alarmsBefore && System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
        assertThat(AlarmsSet.count()).isGreaterThan(alarmsBefore);
    }

    private void whileSilent(Function<Call, String> client, Look look, String... properties) {
        BootApp.with(LimitsSeen.Everywhere.class)
                .test(
                        context -> {
                            Call call = new Call(context, server.uri("/").toString());
                            CompletableFuture<String> answer =
                                    CompletableFuture.supplyAsync(() -> client.apply(call), caller);
                            await(silent);

                            try {
                                look.at(context.getBean(LimitsSeen.class), answer);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            } finally {
                                goOn.countDown(); // the end of the context waits for the call
                            }
                        },
                        properties);
    }

    private String goOn(CompletableFuture<String> answer) {
        assertThat(answer).isNotDone();
        goOn.countDown();
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static String blocking(Call call) {
        RestClient client = BootApp.restClient(call.context);
        return String.valueOf(client.get().uri(call.uri).retrieve().body(String.class));
    }

    private static String reactive(Call call) {
        return String.valueOf(get(call).bodyToMono(String.class).block(Duration.ofSeconds(20)));
    }

    private static String events(Call call) {
        return String.join(
                ",",
                get(call)
                        .bodyToFlux(String.class)
                        .collectList()
                        .blockOptional(Duration.ofSeconds(20))
                        .orElseThrow());
    }

    private static WebClient.ResponseSpec get(Call call) {
        WebClient client = call.context.getBean(WebClient.Builder.class).build();
        return client.get().uri(call.uri).retrieve();
    }

    private void answerLate(Exchange exchange) throws IOException, InterruptedException {
        silent.countDown();
        exchange.await(goOn).ok("late");
    }

    private void sendEvents(Exchange exchange) throws IOException, InterruptedException {
        OutputStream out = exchange.output();
        send(
                out,
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " + EVENTS.length()
                        + "\r\n\r\n");
        send(out, EVENTS.substring(0, EVENTS.length() / 2));
        silent.countDown();
        exchange.await(goOn);
        send(out, EVENTS.substring(EVENTS.length() / 2));
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private record Call(ConfigurableApplicationContext context, String uri) {}

    @FunctionalInterface
    private interface Look {
        void at(LimitsSeen seen, CompletableFuture<String> answer) throws IOException;
    }
}
