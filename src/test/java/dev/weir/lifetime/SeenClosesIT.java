package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.PoolTime;
import dev.weir.config.Protocol;
import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolClock;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The pool sees that a server has closed an idle connection. */
class SeenClosesIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final PoolClock clock = new PoolClock();
    private LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void serve(boolean tls) {
        if (tls) {
            server.close();
            server = LoopbackServer.https(CERTIFICATES).start();
        }
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private String post(HttpPool pool) throws IOException {
        return pool.client()
                .execute(
                        ClassicRequestBuilder.post(server.origin() + "/")
                                .setEntity(new StringEntity("order"))
                                .build(),
                        response -> String.valueOf(response.getCode()));
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void discardsItWithoutARequest(boolean tls, boolean byReset) throws IOException {
        serve(tls);
        try (HttpPool pool = pool().build()) {
            post(pool);

            PoolCall.awaitUntil(() -> server.closeIdleNow(byReset) == 1);

            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SERVER_CLOSED_IDLE, 1L));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void givesItToNoCaller(boolean tls) throws IOException {
        serve(tls);
        try (HttpPool pool =
                PoolTime.of(clock, pool().keepAlive(k -> k.learn(false))).build()) {
            for (int i = 0; i < 10; i++) {
                assertThat(post(pool)).isEqualTo("200");
                PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
                clock.advance(Duration.ofMillis(1));
            }

            assertThat(server.requests()).isEqualTo(10);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.STALE, 9L));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void keepsWhatIsStillOpen(boolean tls) throws IOException {
        serve(tls);
        try (HttpPool pool = PoolTime.of(clock, pool()).build()) {
            for (int i = 0; i < 50; i++) {
                assertThat(post(pool)).isEqualTo("200");
                clock.advance(Duration.ofMillis(500));
            }

            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    /** A server closes each connection after its response, and does not say so. */
    @Timeout(60)
    @Nested
    class ClosedAfterResponse {
        private final Set<String> seen = ConcurrentHashMap.newKeySet();
        private final Set<String> seenTwice = ConcurrentHashMap.newKeySet();
        private final LoopbackServer server = LoopbackServer.http()
                .handler(exchange -> {
                    if (!seen.add(exchange.target())) {
                        seenTwice.add(exchange.target());
                    }
                    exchange.ok("ok");
                    exchange.hangUp();
                })
                .start();

        @AfterEach
        void stop() {
            server.close();
        }

        private boolean isAnswered(ClientKind.Call call, int number) {
            try {
                String answer = call.send("POST", server.origin() + "/orders/" + number, HttpClientContext.create());
                return answer.equals("200 ok");
            } catch (IOException e) {
                return false; // lost to the race
            }
        }

        private static boolean hasLearned(ManagedPool pool) {
            return pool.snapshot().routes().stream()
                    .anyMatch(route -> route.learnedKeepAlive().equals(Optional.of(Duration.ZERO)));
        }

        @ParameterizedTest
        @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
        void isLearnedAfterAFewSoThatNoFurtherRequestIsLostAndNoneIsSentTwice(ClientKind kind) throws IOException {
            try (PoolCaller pool = kind.open(PatientPool.builder("shop"))) {
                int number = 0;
                int lost = 0;
                while (number < 1000 && !hasLearned(pool.pool())) {
                    lost += isAnswered(pool.call(), number++) ? 0 : 1;
                    if (number % 2 == 0) { // by turns at once, and after the server has closed
                        PoolCall.awaitUntil(() -> server.open() == 0);
                    }
                }
                // Those that close before they are idle teach nothing, but no request rides on them.
                assertThat(hasLearned(pool.pool())).isTrue();
                assertThat(lost).isLessThan(10);

                for (int i = 0; i < 50; i++) {
                    assertThat(isAnswered(pool.call(), number++)).isTrue();
                }
                List<Finding> findings = pool.pool().diagnose().findings();

                assertThat(seenTwice).isEmpty();
                assertThat(findings)
                        .extracting(Finding::what)
                        .containsExactly(
                                "The server closes connections right after a response, without announcing it by"
                                        + " Connection: close.");
                assertThat(findings.get(0).advice()).contains("reuse(ReusePolicy.SAFE)");
            }
        }
    }

    /** HTTP/2 under a client of one's own, which repeats nothing, with {@code validateAfter(ZERO)}. */
    @Timeout(60)
    @Nested
    class PingBeforeUse {
        private static final Duration LONG = Duration.ofSeconds(30);
        private final AsyncHttpPool pool = HttpPool.builder("verified")
                .protocol(Protocol.HTTP_2)
                .eviction(e -> e.validateAfter(Duration.ZERO))
                .timeouts(t ->
                        t.unordered().poolWait(LONG).connect(LONG).read(LONG).total(Duration.ofSeconds(40)))
                .buildAsync();
        private final CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setConnectionManager(pool.connectionManager())
                .disableAutomaticRetries()
                .build();

        @BeforeEach
        void start() {
            client.start();
        }

        @AfterEach
        void close() throws Exception {
            client.close();
            pool.close();
        }

        private String post(FrameServer server) throws Exception {
            SimpleHttpResponse response = client.execute(
                            SimpleRequestBuilder.post(server.uri() + "/")
                                    .setBody("body", ContentType.TEXT_PLAIN)
                                    .build(),
                            null)
                    .get(30, TimeUnit.SECONDS);
            return response.getBodyText();
        }

        @Test
        void findsThatAServerClosesAfterEachResponse() throws Exception {
            int requests = 20;
            try (FrameServer server = FrameServer.playing(connection -> {
                connection.begin(100);
                int stream = connection.request();
                connection.body(stream);
                connection.answer(stream, "ok");
            })) {
                for (int i = 0; i < requests; i++) {
                    assertThat(post(server)).isEqualTo("ok");
                }

                assertThat(server.accepted()).isEqualTo(requests);
                PoolBooks.atRest((ManagedPool) pool);
            }
        }
    }
}
