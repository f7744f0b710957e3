package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.config.Retry;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.RetryDecided;
import dev.weir.event.RetryOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.RetryBudgetException;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolClock;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that are sent again, by every client of a pool. */
class RetryIT {

    private static final byte[] BUSY = "busy".getBytes(UTF_8);
    private static final Handler ALWAYS_BUSY = Handler.always(503, BUSY);
    private static final ClientKind.Setup PLAIN = new ClientKind.Setup(builder -> {}, builder -> {});
    private static final Duration FOR_EVER = Duration.ofDays(9_000);

    private final PoolClock clock = new PoolClock();
    private final EventRecorder events = new EventRecorder();
    private final AtomicInteger tries = new AtomicInteger();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().handler(ALWAYS_BUSY).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private PoolCaller open(ClientKind kind, Consumer<Retry.Builder> retry) {
        return open(kind, retry, pool -> {}, PLAIN);
    }

    private PoolCaller open(
            ClientKind kind, Consumer<Retry.Builder> retry, Consumer<HttpPoolBuilder> more, ClientKind.Setup setup) {
        HttpPoolBuilder pool = PatientPool.builder("test", clock)
                .listener(events)
                .retry(r -> r.onStatus(429, 503).backoff(Duration.ofMillis(1)))
                .retry(retry);
        more.accept(pool);
        return kind.open(pool, setup);
    }

    private String get(PoolCaller pool) throws IOException {
        return pool.get(server.uri("/").toString(), HttpClientContext.create());
    }

    private long decided(RetryOutcome outcome) {
        return events.of(RetryDecided.class).stream()
                .filter(event -> event.outcome() == outcome)
                .count();
    }

    private void answer(Handler... answers) {
        server.handler(exchange -> answers[Math.min(tries.getAndIncrement(), answers.length - 1)].handle(exchange));
    }

    private static Handler busyFor(String retryAfter) {
        return exchange -> exchange.respond(503, BUSY, "Retry-After", retryAfter);
    }

    private static Handler ok() {
        return exchange -> exchange.ok("ok");
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areBoundedByTheBudgetWhateverFails(ClientKind kind) throws IOException {
        try (PoolCaller pool = open(kind, r -> r.maxRetries(3))) {
            for (int i = 0; i < 200; i++) {
                assertThat(get(pool)).isEqualTo("503 busy");
            }
            assertThat(server.requests()).isEqualTo(250);

            clock.advance(Duration.ofSeconds(12));
            get(pool);

            assertThat(server.requests()).isEqualTo(254);
            assertThat(decided(RetryOutcome.SENT)).isEqualTo(53);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areAsManyAsAskedForWithABudgetAsLarge(ClientKind kind) throws IOException {
        try (PoolCaller pool = open(kind, r -> r.maxRetries(3).budget(3))) {
            for (int i = 0; i < 50; i++) {
                get(pool);
            }

            assertThat(server.requests()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areNamedInTheResponseWhenTheBudgetIsUsedUp(ClientKind kind) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        try (PoolCaller pool = open(kind, r -> r.maxRetries(20).budget(0))) {
            assertThat(pool.get(server.uri("/").toString(), context)).isEqualTo("503 busy");

            assertThat(context.getResponse().getFirstHeader("Weir-Retry").getValue())
                    .isEqualTo("budget-used-up");
            assertThat(server.requests()).isEqualTo(11);
            assertThat(events.of(RetryDecided.class))
                    .hasSize(11)
                    .endsWith(new PoolEvent.RetryDecided("test", server.origin(), RetryOutcome.BUDGET_USED_UP));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areNamedInTheFailureWhenTheBudgetIsUsedUp(ClientKind kind) throws IOException {
        server.handler(Exchange::hangUp);
        try (PoolCaller pool = open(kind, r -> r.maxRetries(20).budget(0))) {
            IOException failure = catchThrowableOfType(IOException.class, () -> get(pool));

            assertThat(server.requests()).isEqualTo(11);
            assertThat(Stream.concat(Stream.of(failure), Stream.ofNullable(failure.getCause()))
                            .flatMap(each -> Arrays.stream(each.getSuppressed())))
                    .singleElement()
                    .isInstanceOfSatisfying(RetryBudgetException.class, refusal -> {
                        assertThat(refusal.pool()).isEqualTo("test");
                        assertThat(refusal.route()).isEqualTo(server.origin());
                        assertThat(refusal.budget()).isZero();
                        assertThat(refusal).hasMessageContaining("retry.budget allows 0.0 of the requests");
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void countFailuresAndStatusesOfACallTogether(ClientKind kind) throws IOException {
        answer(Exchange::hangUp, busyFor("0"), ok());
        try (PoolCaller one = open(kind, r -> r.maxRetries(1))) {
            assertThat(get(one)).isEqualTo("503 busy");
        }
        tries.set(0);
        try (PoolCaller two = open(kind, r -> r.maxRetries(2))) {
            assertThat(get(two)).isEqualTo("200 ok");
            PoolBooks.atRest(two.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void countNoReplayOfALostRace(ClientKind kind) throws IOException {
        answer(ok(), Exchange::hangUp, busyFor("0"), ok());
        try (PoolCaller pool = open(kind, r -> r.maxRetries(1))) {
            get(pool);

            assertThat(get(pool)).isEqualTo("200 ok");

            assertThat(tries).hasValue(4);
            assertThat(decided(RetryOutcome.SENT)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void useAnotherConnectionEachTime(ClientKind kind) throws IOException {
        answer(Exchange::reset, busyFor("0"), ok());
        try (PoolCaller pool = open(kind, r -> r.maxRetries(2))) {
            get(pool);

            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void useUpNothingWhereACallHasNoRetriesLeft(ClientKind kind) throws IOException {
        try (PoolCaller pool = open(kind, r -> r.maxRetries(0))) {
            get(pool);

            assertThat(server.requests()).isEqualTo(1);
            assertThat(events.of(RetryDecided.class)).isEmpty();
        }
    }

    private static Stream<Arguments> hopeless() {
        String tomorrow = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                ZonedDateTime.now(ZoneOffset.UTC).plusDays(1));
        return kinds().flatMap(kind -> Stream.of("31", "9223372036854775807", "99999999999999999999999", tomorrow)
                .map(value -> Arguments.of(kind, value)));
    }

    private static Stream<ClientKind> kinds() {
        return Stream.of(ClientKind.BLOCKING, ClientKind.ASYNC, ClientKind.BLOCKING_CLIENT);
    }

    @ParameterizedTest
    @MethodSource("hopeless")
    void areNotMadeIfTheServerAsksForTooMuchTime(ClientKind kind, String retryAfter) throws IOException {
        server.handler(busyFor(retryAfter));
        try (PoolCaller pool = open(kind, r -> r.maxRetries(5))) {
            assertThat(get(pool)).isEqualTo("503 busy");

            assertThat(server.requests()).isEqualTo(1);
            assertThat(events.of(RetryDecided.class)).isEmpty();
            PoolBooks.atRest(pool.pool());
        }
    }

    private static Stream<Arguments> soon() {
        return kinds().flatMap(kind -> Stream.of(
                        "-1", "soon", "Thu, 01 Jan 1970 00:00:00 GMT", "Sun Nov  6 08:49:37 1994", "0")
                .map(value -> Arguments.of(kind, value)));
    }

    @ParameterizedTest
    @MethodSource("soon")
    void areMadeSoonIfTheServerAsksForNothing(ClientKind kind, String retryAfter) throws IOException {
        answer(busyFor(retryAfter), ok());
        try (PoolCaller pool = open(kind, r -> {})) {
            assertThat(get(pool)).isEqualTo("200 ok");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areNotMadeAfterTheDeadline(ClientKind kind) throws IOException {
        answer(busyFor("29"));
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, Duration.ofSeconds(28));
        try (PoolCaller pool = open(kind, r -> r.maxRetries(5))) {
            assertThat(pool.get(server.uri("/").toString(), context)).isEqualTo("503 busy");

            assertThat(server.requests()).isEqualTo(1);
        }
    }

    private PoolCall<String> pausing(PoolCaller pool) {
        PoolCall<String> call = PoolCall.start(() -> get(pool));
        PoolCall.awaitUntil(() -> decided(RetryOutcome.SENT) == 1);
        return call;
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void endAtOnceWhenThePoolIsClosed(ClientKind kind) throws Exception {
        try (PoolCaller pool = open(kind, r -> r.backoff(FOR_EVER))) {
            PoolCall<String> call = pausing(pool);

            pool.pool().close();

            assertThat(call.failure()).isInstanceOfAny(PoolClosedException.class, IllegalStateException.class);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void endAtOnceWhenThePoolIsDrained(ClientKind kind) throws Exception {
        try (PoolCaller pool = open(kind, r -> r.backoff(FOR_EVER))) {
            PoolCall<String> call = pausing(pool);

            pool.pool().drain(PoolCall.PATIENCE);

            assertThat(call.failure()).isNotNull();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "BLOCKING_CLIENT"})
    void endAtOnceWhenTheirThreadIsInterrupted(ClientKind kind) throws Exception {
        try (PoolCaller pool = open(kind, r -> r.backoff(FOR_EVER))) {
            PoolCall<String> call = pausing(pool);

            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertThat(server.requests()).isEqualTo(1);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void goOnWhenThePoolIsReconfigured(ClientKind kind) throws Exception {
        answer(busyFor("1"), ok());
        try (PoolCaller pool = open(kind, r -> {})) {
            PoolCall<String> call = pausing(pool);

            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .maxPerRoute(3)
                            .retry(r -> r.maxRetries(0))
                            .build());

            assertThat(call.get()).isEqualTo("200 ok");
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void keepTheirBudgetWithManyCallers(ClientKind kind) throws Exception {
        int callers = Integer.getInteger("weir.retry.callers", 300);
        try (PoolCaller pool =
                open(kind, r -> r.maxRetries(5), b -> b.maxPending(callers).dialing(d -> d.maxConcurrent(2)), PLAIN)) {
            List<PoolCall<String>> calls = PoolCall.start(
                    callers, i -> () -> pool.send(server.uri("/").toString(), HttpClientContext.create()));
            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("503 busy");
            }

            assertThat(server.requests()).isBetween(callers + 10L, (long) (callers * 1.2 + 10));
            PoolBooks.atRest(pool.pool());
        }
    }
}
