package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CallFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent.RequestEnded;
import dev.weir.event.PoolListener;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
}
