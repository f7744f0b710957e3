package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.config.Retry;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.RetryDecided;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.testpool.ClientCalls;
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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    private PoolCaller open(ClientKind kind, Consumer<Retry> retry) {
        return open(kind, retry, pool -> {}, PLAIN);
    }

    private PoolCaller open(
            ClientKind kind, Consumer<Retry> retry, Consumer<HttpPoolBuilder> more, ClientKind.Setup setup) {
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

    private long decided(boolean isSent) {
        return events.of(RetryDecided.class).stream()
                .filter(event -> event.isSent() == isSent)
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
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void followTheFailureOfALoginToo(ClientKind kind) throws IOException {
        answer(challenge -> challenge.respond(401, BUSY, "WWW-Authenticate", "Basic realm=r"), Exchange::reset, ok());
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials("ann", "secret".toCharArray()));
        HttpClientContext context = HttpClientContext.create();
        context.setCredentialsProvider(credentials);
        try (PoolCaller pool = open(kind, r -> r.maxRetries(1))) {
            assertThat(pool.get(server.uri("/").toString(), context)).isEqualTo("200 ok");
            assertThat(server.requests()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areBoundedByTheBudgetWhateverFails(ClientKind kind) throws IOException {
        try (PoolCaller pool = open(kind, r -> r.maxRetries(3))) {
            for (int i = 0; i < 200; i++) {
                assertThat(get(pool)).isEqualTo("503 busy");
            }
            assertThat(server.requests()).isEqualTo(250);

            clock.advance(Duration.ofSeconds(12));
            get(pool);

            assertThat(server.requests()).isEqualTo(254);
            assertThat(decided(true)).isEqualTo(53);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areNamedInTheResponseWhenTheBudgetIsUsedUp(ClientKind kind) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        try (PoolCaller pool = open(kind, r -> r.maxRetries(20).budget(0))) {
            assertThat(pool.get(server.uri("/").toString(), context)).isEqualTo("503 busy");

            assertThat(context.getResponse().getFirstHeader("Weir-Retry").getValue())
                    .isEqualTo("budget-used-up");
            assertThat(server.requests()).isEqualTo(11);
            assertThat(events.of(RetryDecided.class))
                    .hasSize(11)
                    .endsWith(new PoolEvent.RetryDecided("test", server.origin(), false));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areNamedInTheFailureWhenTheBudgetIsUsedUp(ClientKind kind) throws IOException {
        server.handler(Exchange::hangUp);
        try (PoolCaller pool = open(kind, r -> r.maxRetries(20).budget(0))) {
            IOException failure = catchThrowableOfType(IOException.class, () -> get(pool));

            assertThat(server.requests()).isEqualTo(11);
            assertThat(Stream.concat(Stream.of(failure), Stream.ofNullable(failure.getCause()))
                            .flatMap(each -> Arrays.stream(each.getSuppressed())))
                    .singleElement()
                    .isInstanceOf(RetryBudgetException.class)
                    .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                    .hasMessageContaining("Pool 'test': the request to " + server.origin())
                    .hasMessageContaining("retry.budget allows 0.0 of the requests");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
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
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void countNoReplayOfALostRace(ClientKind kind) throws IOException {
        answer(ok(), Exchange::hangUp, busyFor("0"), ok());
        try (PoolCaller pool = open(kind, r -> r.maxRetries(1))) {
            get(pool);

            assertThat(get(pool)).isEqualTo("200 ok");

            assertThat(tries).hasValue(4);
            assertThat(decided(true)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void useAnotherConnectionEachTime(ClientKind kind) throws IOException {
        answer(Exchange::reset, busyFor("0"), ok());
        try (PoolCaller pool = open(kind, r -> r.maxRetries(2))) {
            get(pool);

            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
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
        PoolCall.awaitUntil(() -> decided(true) == 1);
        return call;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void endAtOnceWhenThePoolIsClosed(ClientKind kind) throws Exception {
        try (PoolCaller pool = open(kind, r -> r.backoff(FOR_EVER))) {
            PoolCall<String> call = pausing(pool);

            pool.pool().close();

            assertThat(call.failure()).isInstanceOfAny(PoolClosedException.class, IllegalStateException.class);
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
            assertThat(events.of(PoolEvent.LeaseEnded.class)).hasSize(1);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areMadeOnlyWhereAskedFor(ClientKind kind) throws IOException {
        try (PoolCaller pool = kind.open(PatientPool.builder("test"), PLAIN)) {
            for (int status : new int[] {429, 503}) {
                server.handler(Handler.always(status, BUSY));
                assertThat(get(pool)).isEqualTo(status + " busy");
            }
        }
        server.handler(ALWAYS_BUSY);
        try (PoolCaller other = open(kind, r -> r.onStatus(500));
                PoolCaller none = open(kind, r -> r.maxRetries(0));
                PoolCaller one = open(kind, r -> {})) {
            assertThat(get(other)).isEqualTo("503 busy");
            assertThat(get(none)).isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(4);
            assertThat(events.of(RetryDecided.class)).isEmpty();
            assertThat(get(one)).isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(6);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areMadeOfAPostOnlyIfItHasAKey(ClientKind kind) throws IOException {
        ClientKind.Setup keyed = new ClientKind.Setup(
                client -> client.addRequestInterceptorFirst((request, body, context) -> key(request)),
                client -> client.addRequestInterceptorFirst((request, body, context) -> key(request)));
        try (PoolCaller plain = open(kind, r -> {});
                PoolCaller withKey = open(kind, r -> {}, pool -> {}, keyed)) {
            String uri = server.uri("/").toString();
            assertThat(plain.call().send("POST", uri, HttpClientContext.create()))
                    .isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(1);
            answer(busyFor("0"), ok());
            assertThat(withKey.call().send("POST", uri, HttpClientContext.create()))
                    .isEqualTo("200 ok");
            server.handler(Exchange::hangUp);
            assertThatThrownBy(() -> plain.call().send("POST", uri, HttpClientContext.create()))
                    .isInstanceOf(IOException.class);
            assertThat(server.requests()).isEqualTo(4);
        }
    }

    private static void key(HttpRequest request) {
        request.setHeader("Idempotency-Key", "4711");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void areNotMadeOfABodyThatCannotBeSentTwice(ClientKind kind) throws IOException {
        assumeTrue(kind != ClientKind.ASYNC, "its bodies are repeatable");
        try (HttpPool blocking =
                        PatientPool.builder("test").retry(r -> r.onStatus(503)).build();
                AsyncHttpPool async = PatientPool.builder("test")
                        .protocol(Protocol.HTTP_1_1)
                        .retry(r -> r.onStatus(503))
                        .buildAsync()) {
            HttpPut put = new HttpPut(server.uri("/"));
            put.setEntity(new InputStreamEntity(new ByteArrayInputStream(BUSY), null));
            assertThat(ClientCalls.send(kind == ClientKind.BLOCKING ? blocking.client() : async.blockingClient(), put))
                    .isEqualTo("503 busy");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    /** What is sent again is what was sent: with the headers of the steps of the chain. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void haveTheHeadersOfTheFirstAttempt(ClientKind kind) throws IOException {
        ClientKind.Setup adding = new ClientKind.Setup(
                client -> client.addExecInterceptorFirst("own", (request, scope, chain) -> {
                    key(request);
                    return chain.proceed(request, scope);
                }),
                client -> client.addExecInterceptorFirst("own", (request, body, scope, chain, callback) -> {
                    key(request);
                    chain.proceed(request, body, scope, callback);
                }));
        List<Set<String>> heads = new CopyOnWriteArrayList<>();
        Handler[] answers = {ok(), Exchange::hangUp, busyFor("0"), ok()};
        server.handler(exchange -> {
            Set<String> head = new TreeSet<>();
            exchange.headers().forEach((name, value) -> head.add(name + ": " + value));
            heads.add(head);
            answers[heads.size() - 1].handle(exchange);
        });
        try (PoolCaller pool = open(kind, r -> {}, b -> {}, adding)) {
            get(pool);
            assertThat(get(pool)).isEqualTo("200 ok"); // after a lost race and a status
        }
        assertThat(heads).hasSize(4);
        assertThat(heads.get(1)).contains("Idempotency-Key: 4711");
        assertThat(heads.get(2)).isEqualTo(heads.get(1));
        assertThat(heads.get(3)).isEqualTo(heads.get(1));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
    void holdNoConnectionWhileTheyPause(ClientKind kind) throws Exception {
        try (PoolCaller pool = open(kind, r -> r.backoff(FOR_EVER), b -> b.maxPerRoute(1), PLAIN)) {
            PoolCall<String> call = pausing(pool);
            server.handler(ok());
            assertThat(get(pool)).isEqualTo("200 ok");
            pool.pool().close();
            assertThat(call.failure()).isNotNull();
            assertThat(server.accepted()).isEqualTo(2); // the one whose response is retried has closed
        }
    }

    @Test
    void endWhenTheirRequestIsCanceled() throws Exception {
        HttpGet get = new HttpGet(server.uri("/"));
        try (HttpPool pool = PatientPool.builder("test")
                .listener(events)
                .retry(r -> r.onStatus(503).backoff(FOR_EVER))
                .build()) {
            PoolCall<String> call = PoolCall.start(() -> ClientCalls.send(pool.client(), get));
            PoolCall.awaitUntil(() -> decided(true) == 1);
            get.cancel();
            assertThat(call.failure()).isInstanceOf(IOException.class).hasMessage("Request aborted");
            assertThat(server.requests()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void endWhenTheirFutureIsCanceledAndLeaveNoAlarm() {
        int alarmsBefore = AlarmsSet.count();
        try (AsyncHttpPool pool = PatientPool.builder("test")
                .listener(events)
                .retry(r -> r.onStatus(503).backoff(FOR_EVER))
                .protocol(Protocol.HTTP_1_1)
                .buildAsync()) {
            Future<SimpleHttpResponse> call = pool.client()
                    .execute(SimpleRequestBuilder.get(server.uri("/")).build(), null);
            PoolCall.awaitUntil(() -> server.requests() == 1
                    && AlarmsSet.count() > alarmsBefore
                    && pool.snapshot().leased() == 0);
            call.cancel(true);
            PoolCall.awaitUntil(() -> AlarmsSet.count() <= alarmsBefore);
            assertThat(server.requests()).isEqualTo(1);
            PoolBooks.atRest(pool);
        }
    }
}
