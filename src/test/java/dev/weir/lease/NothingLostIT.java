package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.HttpResponseInterceptor;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Whatever a request runs into, its place in the pool comes back: one place, and the next request gets it. */
class NothingLostIT {

    private final Error failure = new AssertionError("on purpose");

    private final AtomicBoolean failing = new AtomicBoolean(true);
    private final CountDownLatch release = new CountDownLatch(1);
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServer() {
        release.countDown();
        server.close();
    }

    private void failIfAsked() {
        if (failing.get()) {
            throw failure;
        }
    }

    private static HttpPoolBuilder single() {
        return PatientPool.builder("test").maxPerRoute(1);
    }

    private CloseableHttpClient ownClient(HttpPool pool) {
        return HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(true)
                .build();
    }

    /** Fails on a new connection and on a reused one, then checks that the place is there. */
    private void assertSurvives(HttpPool pool, CloseableHttpClient client, String origin) throws IOException {
        for (int i = 0; i < 3; i++) {
            failing.set(true);
            assertThatThrownBy(() -> PoolFetch.get(client, origin)).isSameAs(failure);
            assertIntact(pool, client, origin);
        }
    }

    private void assertIntact(HttpPool pool, CloseableHttpClient client, String origin) throws IOException {
        failing.set(false);
        if (pool.snapshot().leased() > 0) {
            System.gc(); // a user's own client drops its endpoint on an Error, which only a collection shows
        }
        PoolBooks.atRest(pool);
        assertThat(PoolFetch.get(client, origin)).isEqualTo("ok");
        PoolBooks.atRest(pool);
    }

    @Nested
    class AnError {
        @Test
        void errorInTheRequestBodyLosesNoPlace() throws IOException {
            try (HttpPool pool = single().build();
                    CloseableHttpClient own = ownClient(pool)) {
                for (CloseableHttpClient client : new CloseableHttpClient[] {pool.client(), own}) {
                    HttpPost request = new HttpPost(server.origin() + "/");
                    request.setEntity(new EntityTemplate(-1, ContentType.TEXT_PLAIN, null, out -> {
                        out.write(new byte[100_000]);
                        throw failure;
                    }));

                    assertThatThrownBy(() -> client.execute(request, response -> null))
                            .isSameAs(failure);

                    assertIntact(pool, client, server.origin());
                }
            }
        }

        @Test
        void errorInAnInterceptorOfTheClientLosesNoPlace() throws IOException {
            HttpRequestInterceptor interceptor = (request, entity, context) -> failIfAsked();
            try (HttpPool first = single().customizeClient(b -> b.addRequestInterceptorFirst(interceptor))
                            .build();
                    HttpPool last = single().customizeClient(b -> b.addRequestInterceptorLast(interceptor))
                            .build()) {
                assertSurvives(first, first.client(), server.origin());
                assertSurvives(last, last.client(), server.origin());
            }
        }

        @Test
        void errorInAnInterceptorOfResponsesLosesNoPlace() throws IOException {
            HttpResponseInterceptor interceptor = (response, entity, context) -> failIfAsked();
            try (HttpPool pool = single().customizeClient(b -> b.addResponseInterceptorLast(interceptor))
                    .build()) {
                assertSurvives(pool, pool.client(), server.origin());
            }
        }

        @Test
        void errorInAnInterceptorOfAUsersOwnClientLosesNoPlace() throws IOException {
            try (HttpPool pool = single().build();
                    CloseableHttpClient client = HttpClients.custom()
                            .setConnectionManager(pool.connectionManager())
                            .setConnectionManagerShared(true)
                            .addRequestInterceptorLast((request, entity, context) -> failIfAsked())
                            .build()) {
                assertSurvives(pool, client, server.origin());
            }
        }

        @Test
        void errorInTheResponseHandlerLosesNoPlace() throws IOException {
            try (HttpPool pool = single().build()) {
                assertThatThrownBy(() -> pool.client().execute(new HttpGet(server.origin() + "/"), response -> {
                            throw failure;
                        }))
                        .isSameAs(failure);

                assertIntact(pool, pool.client(), server.origin());
            }
        }

        @Test
        void errorInTheResolverLosesNoPlace() throws IOException {
            try (HttpPool pool = single().dnsResolver(PoolFetch.everythingOnLoopback(NothingLostIT.this::failIfAsked))
                            .dns(d -> d.ttl(Duration.ZERO))
                            .keepAlive(k -> k.max(Duration.ZERO))
                            .build();
                    CloseableHttpClient own = ownClient(pool)) {
                assertSurvives(pool, pool.client(), "http://recs.x:" + server.port());
                assertSurvives(pool, own, "http://recs.x:" + server.port());
            }
        }

        @Test
        void errorInTheTlsStrategyLosesNoPlace() throws IOException {
            DefaultClientTlsStrategy real =
                    new DefaultClientTlsStrategy(TestCertificates.trusted().clientContext());
            try (LoopbackServer secure =
                            LoopbackServer.https(TestCertificates.trusted()).start();
                    HttpPool pool = single().tlsStrategy((socket, target, port, attachment, context) -> {
                                failIfAsked();
                                return real.upgrade(socket, target, port, attachment, context);
                            })
                            .keepAlive(k -> k.max(Duration.ZERO))
                            .build();
                    CloseableHttpClient own = ownClient(pool)) {
                assertSurvives(pool, pool.client(), secure.origin());
                assertSurvives(pool, own, secure.origin());
                secure.awaitOpen(0, PoolCall.PATIENCE);
            }
        }

        @Test
        void errorInAListenerLosesNoPlace() throws IOException {
            PoolListener listener = new PoolListener() {
                @Override
                public void onEvent(PoolEvent event) {
                    if (event instanceof PoolEvent.LeaseEnded) {
                        failIfAsked();
                    }
                }
            };
            try (HttpPool pool = single().listener(listener).build()) {
                assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
                assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");

                assertIntact(pool, pool.client(), server.origin());
                assertThat(pool.drain(PoolCall.PATIENCE)).isTrue();
            }
        }
    }

    @Nested
    class ACanceledRequest {
        private final AtomicReference<@Nullable HttpGet> request = new AtomicReference<>();

        private PoolCall<Integer> start(HttpPool pool, String origin) {
            HttpGet get = new HttpGet(origin + "/");
            request.set(get);
            return PoolCall.start(() -> pool.client().execute(get, response -> {
                response.getEntity().getContent().readAllBytes();
                return response.getCode();
            }));
        }

        private boolean cancel() {
            return Objects.requireNonNull(request.get()).cancel();
        }

        private void cancel(PoolCall<Integer> call) throws Exception {
            assertThat(cancel()).isTrue();
            assertThat(call.failure()).isInstanceOfAny(IOException.class, CancellationException.class);
        }

        @Test
        void cancelingInTheQueueLosesNoPlace() throws Exception {
            try (HttpPool pool = single().build()) {
                PoolCall<String> holder = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), release));
                PoolCall.awaitUntil(() -> server.requests() == 1);
                PoolCall<Integer> call = start(pool, server.origin());
                PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);

                cancel(call);

                assertThat(pool.snapshot().pending()).isZero();
                release.countDown();
                holder.get();
                assertIntact(pool, pool.client(), server.origin());
                assertThat(PoolBooks.outcomes(pool)).containsEntry(LeaseOutcome.CANCELLED, 1L);
            }
        }

        @Test
        void cancelingDuringTheLookupLosesNoPlace() throws Exception {
            CountDownLatch asked = new CountDownLatch(1);
            Runnable lookup = () -> {
                asked.countDown();
                PoolFetch.await(release);
            };
            try (HttpPool pool =
                    single().dnsResolver(PoolFetch.everythingOnLoopback(lookup)).build()) {
                String origin = "http://recs.x:" + server.port();
                PoolCall<Integer> call = start(pool, origin);
                PoolFetch.await(asked);

                assertThat(cancel()).isTrue();
                release.countDown();

                // The route may dial before its caller waits for that.
                assertThat(call.failure()).isInstanceOfAny(IOException.class, CancellationException.class);
                server.awaitOpen(0, PoolCall.PATIENCE);
                assertIntact(pool, pool.client(), origin);
            }
        }

        @Test
        void cancelingBeforeTheResponseLosesNoPlace() throws Exception {
            server.handler(exchange -> exchange.await(release).ok("ok"));
            try (HttpPool pool = single().build()) {
                PoolCall<Integer> call = start(pool, server.origin());
                PoolCall.awaitUntil(() -> server.requests() == 1);

                cancel(call);

                release.countDown();
                assertIntact(pool, pool.client(), server.origin());
                assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
            }
        }

        @Test
        void cancelingWithinTheBodyLosesNoPlace() throws Exception {
            server.handler(exchange -> {
                if (failing.get()) {
                    exchange.output()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"
                                    .getBytes(StandardCharsets.US_ASCII));
                    exchange.await(release).hangUp();
                } else {
                    exchange.ok("ok");
                }
            });
            try (HttpPool pool = single().build()) {
                PoolCall<Integer> call = start(pool, server.origin());
                PoolCall.awaitUntil(() -> server.requests() == 1
                        && call.thread().getStackTrace().length > 0
                        && Arrays.stream(call.thread().getStackTrace())
                                .anyMatch(frame -> frame.getMethodName().equals("readAllBytes")));

                cancel(call);

                assertIntact(pool, pool.client(), server.origin());
                assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.CANCELLED);
            }
        }

        @Test
        void interruptInTheQueueLosesNoPlace() throws Exception {
            try (HttpPool pool = single().build()) {
                PoolCall<String> holder = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), release));
                PoolCall.awaitUntil(() -> server.requests() == 1);
                PoolCall<Integer> call = start(pool, server.origin());
                PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);

                call.thread().interrupt();

                assertThat(call.failure()).isInstanceOf(IOException.class);
                release.countDown();
                holder.get();
                assertIntact(pool, pool.client(), server.origin());
            }
        }
    }
}
