package dev.weir.dns;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.RequestFacts;
import dev.weir.config.Hedge;
import dev.weir.event.CloseCause;
import dev.weir.event.HedgeOutcome;
import dev.weir.event.LeaseFacts;
import dev.weir.event.PoolEvent.HedgeEnded;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are sent a second time because the first response takes long. */
@Timeout(120)
@Tag("slow")
class HedgeIT {

    private static final ClientKind.Setup PLAIN = new ClientKind.Setup(builder -> {}, builder -> {});
    private static final int LEARNED = 100;

    private final CountDownLatch release = new CountDownLatch(1);
    private final EventRecorder events = new EventRecorder();
    // What the servers do with requests for /slow, in this order; the last applies to all later ones.
    private final List<Act> acts = new CopyOnWriteArrayList<>();
    private final AtomicInteger slow = new AtomicInteger();
    private final AtomicInteger learned = new AtomicInteger();
    private final List<Integer> visited = new CopyOnWriteArrayList<>();
    private Fleet fleet;

    private interface Act {
        void on(Exchange exchange) throws Exception;
    }

    private final Act stall = exchange -> exchange.await(release).ok("late");

    // An interim response goes first: without it the request looks as if the server had closed an idle connection, and
    // is replayed.
    private static void cut(Exchange exchange) throws IOException {
        exchange.output().write("HTTP/1.1 103 Early Hints\r\n\r\n".getBytes(US_ASCII));
        exchange.hangUp();
    }

    @BeforeEach
    void startServers() {
        fleet = Fleet.of(2, exchange -> exchange.ok("ok"));
        IntStream.range(0, 2).forEach(server -> fleet.server(server).handler(exchange -> handle(server, exchange)));
    }

    private void handle(int server, Exchange exchange) throws IOException {
        if (!exchange.target().startsWith("/slow")) {
            learn(exchange);
            return;
        }
        visited.add(server);
        try {
            acts.get(Math.min(slow.getAndIncrement(), acts.size() - 1)).on(exchange);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    // Some take so long that a hedge does not reach its server before the first request has reached its own.
    private void learn(Exchange exchange) throws IOException {
        if (learned.getAndIncrement() % LEARNED >= LEARNED - 15) {
            pause(exchange);
        }
        exchange.ok("ok");
    }

    private static void pause(Exchange exchange) {
        try {
            exchange.delay(Duration.ofMillis(50));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stopServers() {
        release.countDown();
        fleet.close();
    }

    private PoolCaller open(ClientKind kind) throws IOException {
        return open(kind, h -> h.after(0.9).max(1), builder -> {});
    }

    /** Opens a pool that knows how long responses usually take. */
    private PoolCaller open(ClientKind kind, Consumer<Hedge.Builder> hedge, Consumer<HttpPoolBuilder> more)
            throws IOException {
        HttpPoolBuilder builder = PatientPool.builder("test")
                .dnsResolver(new SwitchedNames(Fleet.addresses(2)))
                .retry(r -> r.maxRetries(0).budget(10))
                .hedge(hedge)
                .listener(events);
        more.accept(builder);
        PoolCaller pool = kind.open(builder, PLAIN);
        for (int i = 0; i < LEARNED; i++) {
            pool.get(fleet.uri(), HttpClientContext.create());
        }
        return pool;
    }

    private String slow(PoolCaller pool, HttpClientContext context) throws IOException {
        return pool.send(fleet.uri() + "slow", context);
    }

    /** Starts a call that takes long; returns it when a request and its hedge have arrived. */
    private PoolCall<String> startBoth(PoolCaller pool, HttpClientContext context) {
        PoolCall<String> call = PoolCall.start(() -> slow(pool, context));
        PoolCall.awaitUntil(() -> visited.size() == 2);
        return call;
    }

    private static void assertNothingIsLeft(PoolCaller pool) {
        PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
        PoolBooks.atRest(pool.pool());
    }

    private List<HedgeOutcome> outcomes() {
        return events.of(HedgeEnded.class).stream().map(HedgeEnded::outcome).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void theFirstResponseCountsAndTheOtherRequestIsCanceled(ClientKind kind) throws Exception {
        acts.addAll(List.of(stall, exchange -> exchange.ok("soon")));
        HttpClientContext context = HttpClientContext.create();
        LeaseFacts facts = RequestFacts.record(context);
        try (PoolCaller pool = open(kind)) {
            assertThat(slow(pool, context)).isEqualTo("200 soon");

            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
            assertThat(visited).hasSize(2);
            assertThat(visited.get(1)).as("the hedge goes to another address").isNotEqualTo(visited.get(0));
            assertThat(outcomes()).containsExactly(HedgeOutcome.WON);
            assertThat(pool.closed(CloseCause.CANCELLED)).isEqualTo(1);
            assertThat(facts.status()).hasValue(200);
            assertThat(facts.failure()).isEmpty();
            assertThat(facts.remoteAddress())
                    .isInstanceOfSatisfying(
                            InetSocketAddress.class,
                            address -> assertThat(address.getHostString()).isEqualTo(Fleet.address(visited.get(1))));
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areAlsoMadeInAContextThatServedACallBeforeAndShownAsASecondRequest(ClientKind kind) throws Exception {
        acts.addAll(List.of(stall, exchange -> exchange.ok("soon")));
        HttpClientContext context = HttpClientContext.create();
        LeaseFacts facts = RequestFacts.record(context);
        try (PoolCaller pool = open(kind)) {
            pool.get(fleet.uri(), context);
            assertThat(slow(pool, context)).isEqualTo("200 soon");

            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
            assertThat(visited).hasSize(2);
            assertThat(facts.attempts())
                    .extracting(attempt -> attempt.status().orElse(0))
                    .containsExactly(0, 200);
            assertThat(facts.exchanges()).isEqualTo(2);
            assertThat(sum(facts)).isEqualTo(facts.total());
            assertThat(facts.failure()).isEmpty();
        }
    }

    private static Duration sum(LeaseFacts facts) {
        return facts.attempts().stream()
                .map(attempt -> attempt.pause()
                        .plus(attempt.waited())
                        .plus(attempt.dialed())
                        .plus(attempt.firstByte())
                        .plus(attempt.unanswered())
                        .plus(attempt.body()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void aHedgeThatIsSlowerIsCanceled(ClientKind kind) throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        acts.add(exchange -> exchange.await(hedged).ok("first"));
        acts.add(exchange -> {
            hedged.countDown();
            stall.on(exchange);
        });
        try (PoolCaller pool = open(kind)) {
            assertThat(slow(pool, HttpClientContext.create())).isEqualTo("200 first");

            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
            assertThat(outcomes()).endsWith(HedgeOutcome.LOST);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void aHedgeThatFailsIsNoReasonToGiveUp(ClientKind kind) throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        acts.add(exchange -> exchange.await(hedged).ok("first"));
        acts.add(exchange -> {
            exchange.respond(503, new byte[0]);
        });
        try (PoolCaller pool = open(kind)) {
            PoolCall<String> call = PoolCall.start(() -> slow(pool, HttpClientContext.create()));
            PoolCall.awaitUntil(() -> outcomes().contains(HedgeOutcome.FAILED));
            hedged.countDown();

            assertThat(call.get()).isEqualTo("200 first");
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void aFirstRequestThatFailsLeavesTheCallToTheHedge(ClientKind kind) throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        acts.add(exchange -> {
            exchange.await(hedged);
            exchange.respond(200, new byte[0], "Content-Length", "nonsense");
            failed.countDown();
        });
        acts.add(exchange -> {
            hedged.countDown();
            exchange.await(failed).ok("second");
        });
        try (PoolCaller pool = open(kind)) {
            assertThat(slow(pool, HttpClientContext.create())).isEqualTo("200 second");

            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void aResponseOfTheHedgeThatBreaksIsNotFollowedByAnother(ClientKind kind) throws Exception {
        acts.add(stall);
        acts.add(exchange -> {
            exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".getBytes(US_ASCII));
            exchange.output().flush();
            PoolCall.awaitUntil(() -> outcomes().contains(HedgeOutcome.WON));
            exchange.reset();
        });
        acts.add(exchange -> exchange.ok("another"));
        try (PoolCaller pool = open(kind, h -> h.after(0.9).max(1), builder -> builder.retry(r -> r.maxRetries(3)))) {
            assertThat(catchThrowableOfType(IOException.class, () -> slow(pool, HttpClientContext.create())))
                    .isNotNull();

            assertThat(visited).hasSize(2);
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void theDeadlineEndsBoth(ClientKind kind) throws Exception {
        acts.add(stall);
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, Duration.ofSeconds(3));
        try (PoolCaller pool = open(kind)) {
            PoolCall<String> call = startBoth(pool, context);

            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "BLOCKING_CLIENT"})
    void anInterruptEndsBoth(ClientKind kind) throws Exception {
        acts.add(stall);
        try (PoolCaller pool = open(kind)) {
            PoolCall<String> call = startBoth(pool, HttpClientContext.create());
            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(IOException.class);
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "BLOCKING_CLIENT"})
    void anInterruptEndsTheWaitForAHedgeThatIsLeftAlone(ClientKind kind) throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        acts.add(exchange -> {
            exchange.await(hedged);
            cut(exchange);
        });
        acts.add(exchange -> {
            hedged.countDown();
            stall.on(exchange);
        });
        try (PoolCaller pool = open(kind)) {
            PoolCall<Boolean> call = PoolCall.start(() -> {
                assertThatIOException().isThrownBy(() -> slow(pool, HttpClientContext.create()));
                return Thread.currentThread().isInterrupted();
            });
            PoolCall.awaitUntil(
                    () -> visited.size() == 2 && pool.pool().snapshot().leased() == 1);
            call.thread().interrupt();

            assertThat(call.get()).isTrue();
            assertNothingIsLeft(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "BLOCKING_CLIENT"})
    void theEndOfThePoolEndsBoth(ClientKind kind) throws Exception {
        acts.add(stall);
        try (PoolCaller pool = open(kind)) {
            PoolCall<String> call = startBoth(pool, HttpClientContext.create());
            pool.pool().close();

            assertThat(call.failure()).isNotNull();
            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areNoMoreThanAskedFor(ClientKind kind) throws Exception {
        acts.add(exchange -> exchange.delay(Duration.ofMillis(30)).ok("late"));
        try (PoolCaller pool = open(kind, h -> h.after(0.5).max(0.05), builder -> {})) {
            for (int i = 0; i < 300; i++) {
                assertThat(slow(pool, HttpClientContext.create())).startsWith("200");
            }
            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);

            long hedges = visited.size() - 300L;
            assertThat(hedges).isBetween(1L, (LEARNED + 300) / 20L);
            assertThat(outcomes()).contains(HedgeOutcome.BUDGET_USED_UP);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areNotMadeOfWhatMustNotBeSentTwice(ClientKind kind) throws Exception {
        acts.add(exchange -> exchange.delay(Duration.ofMillis(300)).ok("done"));
        try (PoolCaller pool = open(kind)) {
            assertThat(pool.call().send("POST", fleet.uri() + "slow", HttpClientContext.create()))
                    .isEqualTo("200 done");

            assertThat(visited).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void areOffByDefault(ClientKind kind) throws Exception {
        acts.add(exchange -> exchange.delay(Duration.ofMillis(300)).ok("done"));
        try (PoolCaller pool = open(kind, h -> {}, builder -> {})) {
            slow(pool, HttpClientContext.create());

            assertThat(visited).hasSize(1);
            assertThat(outcomes()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void losesNothingWithManyCallers(ClientKind kind) throws Exception {
        AtomicInteger turn = new AtomicInteger();
        acts.add(exchange -> {
            if (turn.incrementAndGet() % 5 == 0) {
                exchange.delay(Duration.ofMillis(50));
            }
            exchange.ok("ok");
        });
        try (PoolCaller pool = open(kind, h -> h.after(0.5).max(1), builder -> builder.maxPerRoute(10))) {
            List<PoolCall<Integer>> callers = PoolCall.start(20, i -> () -> {
                for (int n = 0; n < 30; n++) {
                    assertThat(slow(pool, HttpClientContext.create())).isEqualTo("200 ok");
                }
                return 30;
            });
            for (PoolCall<Integer> caller : callers) {
                assertThat(caller.get()).isEqualTo(30);
            }
            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
            assertThat(outcomes()).contains(HedgeOutcome.WON, HedgeOutcome.LOST);
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void failAsTheFirstRequestDoesWhereBothFail(ClientKind kind) throws Exception {
        CountDownLatch hedged = new CountDownLatch(1);
        acts.add(exchange -> {
            exchange.await(hedged);
            cut(exchange);
        });
        acts.add(exchange -> {
            hedged.countDown();
            cut(exchange);
        });
        try (PoolCaller pool = open(kind)) {
            assertThat(catchThrowableOfType(IOException.class, () -> slow(pool, HttpClientContext.create())))
                    .isNotNull();
            assertNothingIsLeft(pool);
        }
    }
}
