package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestFacts;
import dev.weir.config.Protocol;
import dev.weir.event.CallFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent.RequestEnded;
import dev.weir.event.PoolListener;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener hears how each call went, whatever client made it. */
class RequestListenerIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();
    private final List<RequestEnded> calls = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("shop")
                .sslContext(CERTIFICATES.clientContext())
                .listener(hearing(calls));
    }

    private static PoolListener hearing(List<RequestEnded> calls) {
        return event -> {
            if (event instanceof RequestEnded call) {
                calls.add(call);
            }
        };
    }

    private String origin() {
        return "https://localhost:" + server.port();
    }

    private HttpGet get() {
        return new HttpGet(origin() + "/orders/7?token=secret");
    }

    private RequestEnded call(int number) {
        PoolCall.awaitUntil(() -> calls.size() >= number);
        return calls.get(number - 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void hearsOfCalls(PoolKind kind) throws IOException {
        try (PoolInUse pool = kind.build(builder())) {
            pool.get(origin());
            RequestEnded event = call(1);

            assertThat(event.pool()).isEqualTo("shop");
            assertThat(event.route()).hasValue(origin());
            assertThat(event.method()).hasValue("GET");
            assertThat(event.facts().last().orElseThrow().status()).hasValue(200);
            assertThat(event.facts().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.DIALED);
        }
    }

    @Test
    void hearsOfABlockingClientOverHttp2() throws Exception {
        try (Http2Server shared = Http2Server.allowing(100);
                AsyncHttpPool pool = builder().buildAsync()) {
            ClientCalls.send(pool.blockingClient(), new HttpGet(shared.uri() + "/"));

            assertThat(call(1).facts().last().orElseThrow().protocol()).isEqualTo("HTTP/2.0");
        }
    }

    @Test
    void hearsOfACallWhenItsBodyWasRead() throws IOException {
        try (HttpPool pool = builder().build()) {
            try (ClassicHttpResponse response = pool.client().executeOpen(null, get(), null)) {
                assertThat(response.getCode()).isEqualTo(200);
                assertThat(calls).isEmpty();
            }

            assertThat(calls).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void hearsOfACallThatFailed(PoolKind kind) throws IOException {
        LoopbackServer gone = LoopbackServer.http().start();
        gone.close();
        try (PoolInUse pool = kind.build(builder())) {
            assertThat(catchThrowable(() -> pool.get(gone.origin()))).isInstanceOf(IOException.class);
            CallFacts facts = call(1).facts();

            assertThat(facts.failure()).isPresent();
            assertThat(facts.last()).isEmpty();
            assertThat(facts.total()).isPositive();
        }
    }

    @Test
    void hearsThatAnInterruptedCallerGaveTheCallUp() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        server.handler(exchange -> {
            asked.countDown();
            exchange.await(over).ok("late");
        });
        try (AsyncHttpPool pool = builder().protocol(Protocol.HTTP_1_1).buildAsync()) {
            PoolCall<String> call = PoolCall.start(() -> ClientCalls.send(pool.blockingClient(), get()));
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(InterruptedIOException.class);
            assertThat(call(1).facts().isCancelled()).isTrue();
            assertThat(call(1).facts().failure()).isEmpty();
        } finally {
            over.countDown();
        }
    }

    @Test
    void keepsTheFactsOfACallWhoseContextServesAnother() throws IOException {
        try (HttpPool pool = builder().build()) {
            HttpClientContext context = HttpClientContext.create();
            ClientCalls.send(pool.client(), get(), context);
            ClientCalls.send(pool.client(), get(), context);

            assertThat(calls)
                    .extracting(event -> event.facts().last().orElseThrow().outcome())
                    .containsExactly(LeaseOutcome.DIALED, LeaseOutcome.REUSED);
        }
    }

    @Test
    void hearsOfCallsThatOverlapInOneContext() throws IOException {
        try (HttpPool pool = builder().build()) {
            HttpClientContext context = HttpClientContext.create();
            ClassicHttpResponse first = pool.client().executeOpen(null, get(), context);
            ClassicHttpResponse second = pool.client().executeOpen(null, get(), context);
            first.close();
            second.close();

            assertThat(calls)
                    .extracting(
                            event -> event.facts().last().orElseThrow().status().orElse(0))
                    .containsExactly(200, 200);
        }
    }

    @Test
    void hearsOfARedirectedCallOnce() throws IOException {
        server.handler(exchange -> {
            if (exchange.target().equals("/here")) {
                exchange.ok("here");
            } else {
                exchange.respond(302, new byte[0], "Location", "/here");
            }
        });
        try (HttpPool pool = builder().build()) {
            ClientCalls.send(pool.client(), get());

            assertThat(calls).singleElement().satisfies(event -> {
                assertThat(event.facts().exchanges()).isEqualTo(2);
                assertThat(phases(event.facts())).isEqualTo(event.facts().total());
            });
        }
    }

    @Test
    void failsNoCallByWhatItThrows() throws IOException {
        try (HttpPool pool = builder()
                .listener(event -> {
                    throw new IllegalStateException("broken");
                })
                .build()) {
            assertThat(ClientCalls.send(pool.client(), get())).isEqualTo("200 ok");
            assertThat(calls).hasSize(1);
        }
    }

    @Test
    void comesAndGoesWhileThePoolWorks() throws IOException {
        List<RequestEnded> later = new CopyOnWriteArrayList<>();
        try (PoolInUse pool = PoolKind.BLOCKING.build(builder())) {
            PoolListener added = hearing(later);
            pool.get(origin());
            pool.pool().addListener(added);
            pool.pool().addListener(added);
            pool.get(origin());
            boolean wasThere = pool.pool().removeListener(added);
            pool.get(origin());

            assertThat(wasThere).isTrue();
            assertThat(pool.pool().removeListener(added)).isFalse();
            assertThat(later).hasSize(1);
            assertThat(calls).hasSize(3);
        }
    }

    private static Duration phases(CallFacts facts) {
        return facts.before()
                .plus(facts.last().orElseThrow().waited())
                .plus(facts.last().orElseThrow().dialed())
                .plus(facts.last().orElseThrow().firstByte())
                .plus(facts.last().orElseThrow().body());
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void hearsPhasesThatAddUpToTheTimeOfTheCall(PoolKind kind) throws IOException {
        try (PoolInUse pool = kind.build(builder())) {
            for (int number = 1; number <= 2; number++) {
                long sinceNanos = System.nanoTime();
                pool.get(origin());
                CallFacts facts = call(number).facts();
                Duration outside = Duration.ofNanos(System.nanoTime() - sinceNanos);

                assertThat(phases(facts)).isEqualTo(facts.total());
                assertThat(facts.total()).isLessThanOrEqualTo(outside);
                assertThat(facts.last().orElseThrow().dialed().isZero()).isEqualTo(number == 2);
            }
        }
    }

    @Test
    void hearsPhasesThatAddUpAlsoIfTheDialHadBegunBeforeTheCall() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        try (Http2Server shared = Http2Server.allowing(100);
                AsyncHttpPool pool =
                        builder().dnsResolver(new Held(asked, told)).buildAsync()) {
            RequestFacts[] facts = new RequestFacts[2];
            Future<SimpleHttpResponse> first = send(pool, shared, facts, 0);
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            Future<SimpleHttpResponse> second = send(pool, shared, facts, 1);
            told.countDown();
            first.get(30, TimeUnit.SECONDS);
            second.get(30, TimeUnit.SECONDS);

            assertThat(facts[1].now().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.DIALED);
            assertThat(facts)
                    .allSatisfy(each ->
                            assertThat(phases(each.now())).isEqualTo(each.now().total()));
            assertThat(facts[1].now().last().orElseThrow().dialed())
                    .isPositive()
                    .isLessThan(facts[0].now().last().orElseThrow().dialed());
        }
    }

    private static Future<SimpleHttpResponse> send(
            AsyncHttpPool pool, Http2Server shared, RequestFacts[] facts, int number) {
        HttpClientContext context = HttpClientContext.create();
        facts[number] = RequestFacts.record(context);
        return pool.client()
                .execute(SimpleRequestBuilder.get(shared.uri() + "/").build(), context, null);
    }

    /** Tells no address until it may. */
    private static final class Held extends SystemDefaultDnsResolver {
        private final CountDownLatch asked;
        private final CountDownLatch told;

        Held(CountDownLatch asked, CountDownLatch told) {
            this.asked = asked;
            this.told = told;
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            asked.countDown();
            try {
                told.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.resolve(host);
        }
    }
}
