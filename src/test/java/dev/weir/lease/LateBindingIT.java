package dev.weir.lease;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller is not bound to its own dial, and no dial is lost: on real sockets, with handshakes that the test holds up. */
@Timeout(120)
class LateBindingIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final DefaultClientTlsStrategy real = new DefaultClientTlsStrategy(CERTIFICATES.clientContext());
    // Handshakes beyond so many wait for the latch.
    private final AtomicInteger quick = new AtomicInteger();
    private final AtomicInteger handshakes = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private final CountDownLatch slow = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();

    @AfterEach
    void stop() {
        slow.countDown();
        release.countDown();
        server.close();
    }

    private final TlsSocketStrategy paced = (socket, target, port, attachment, context) -> {
        mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
        try {
            if (handshakes.incrementAndGet() > quick.get()) {
                awaitSlow();
            }
            return real.upgrade(socket, target, port, attachment, context);
        } finally {
            atOnce.decrementAndGet();
        }
    };

    private void awaitSlow() throws InterruptedIOException {
        try {
            slow.await();
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    private HttpPoolBuilder pool() {
        return HttpPool.builder("test")
                .tlsStrategy(paced)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                        .connect(Duration.ofSeconds(25))
                        .read(Duration.ofSeconds(30))
                        .total(Duration.ZERO));
    }

    private PoolCall<String> get(HttpPool pool) {
        return PoolCall.start(() -> PoolFetch.get(pool.client(), server.origin()));
    }

    private PoolCall<String> hold(HttpPool pool) {
        long before = server.requests();
        PoolCall<String> call = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), release));
        PoolCall.awaitUntil(() -> server.requests() == before + 1);
        return call;
    }

    private static void awaitDialing(HttpPool pool, int count) {
        PoolCall.awaitUntil(() -> pool.snapshot().dialing() == count);
    }

    @Test
    void aDialWithoutACallerBecomesAnIdleConnection() throws Exception {
        quick.set(1);
        try (HttpPool pool = pool().build()) {
            PoolCall<String> holder = hold(pool);
            PoolCall<String> dialler = get(pool);
            awaitDialing(pool, 1);
            PoolCall.awaitUntil(() -> handshakes.get() == 2);
            release.countDown();
            holder.get();
            dialler.get();

            slow.countDown();

            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 2);
            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(2);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void aCallerInTheQueueTakesTheDialOverOfOneThatGivesUp() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            PoolCall<String> dialler = get(pool);
            PoolCall.awaitUntil(() -> handshakes.get() == 1);
            PoolCall<String> next = get(pool);
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);

            dialler.thread().interrupt();
            assertThat(dialler.failure()).isInstanceOf(InterruptedIOException.class);
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 0);
            slow.countDown();

            assertThat(next.get()).isEqualTo("ok");
            assertThat(server.accepted()).isOne();
            assertThat(PoolBooks.outcomes(pool)).containsEntry(LeaseOutcome.DIALED_AFTER_WAIT, 1L);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void aDialThatNoCallerWantsIsCut() throws Exception {
        try (SilentServer mute = SilentServer.mute();
                HttpPool pool = HttpPool.builder("test")
                        .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                                .connect(Duration.ofSeconds(25))
                                .read(Duration.ofSeconds(30))
                                .total(Duration.ZERO))
                        .build()) {
            PoolCall<String> call =
                    PoolCall.start(() -> PoolFetch.get(pool.client(), "https://127.0.0.1:" + mute.port()));
            PoolCall.awaitUntil(() -> mute.open() == 1);

            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(InterruptedIOException.class);
            mute.awaitOpen(0, PoolCall.PATIENCE);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void aCallersOwnConnectTimeoutLeavesTheDialToTheCallerBehindIt() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            PoolCall<String> impatient = impatient(pool);
            PoolCall.awaitUntil(() -> handshakes.get() == 1);
            PoolCall<String> patient = get(pool);
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);

            assertThat(impatient.failure())
                    .isInstanceOf(ConnectTimeoutException.class)
                    .hasMessage("Connect to " + server.origin() + " timed out after 150 ms (timeouts.connect)");
            slow.countDown();

            assertThat(patient.get()).isEqualTo("ok");
            assertThat(server.accepted()).isOne();
            PoolBooks.atRest(pool);
        }
    }

    @SuppressWarnings("deprecation") // the request's own way to say it
    private PoolCall<String> impatient(HttpPool pool) {
        HttpGet request = new HttpGet(server.origin() + "/");
        request.setConfig(RequestConfig.custom()
                .setConnectTimeout(150, TimeUnit.MILLISECONDS)
                .build());
        return PoolCall.start(
                () -> pool.client().execute(request, response -> EntityUtils.toString(response.getEntity())));
    }

    @Nested
    class ADeadServer {

        @Test
        void isNotStormedByAThousandCallers() throws Exception {
            try (SilentServer mute = SilentServer.mute();
                    HttpPool pool = HttpPool.builder("test")
                            .maxPerRoute(100)
                            .timeouts(t -> t.poolWait(Duration.ofMillis(500))
                                    .connect(Duration.ofMillis(900))
                                    .read(Duration.ofSeconds(2))
                                    .total(Duration.ZERO))
                            .build()) {
                List<PoolCall<String>> calls = PoolCall.start(
                        1_000, i -> () -> PoolFetch.get(pool.client(), "https://127.0.0.1:" + mute.port()));

                for (PoolCall<String> call : calls) {
                    assertThat(call.failure())
                            .isInstanceOfAny(PoolExhaustedException.class, ConnectTimeoutException.class);
                }

                assertThat(mute.accepted()).isLessThan(60);
                PoolBooks.atRest(pool);
            }
        }
    }

    @Test
    void closingThePoolEndsEveryWaitForADial() throws Exception {
        try (SilentServer mute = SilentServer.mute()) {
            HttpPool pool = HttpPool.builder("test")
                    .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                            .connect(Duration.ofSeconds(25))
                            .read(Duration.ofSeconds(30))
                            .total(Duration.ZERO))
                    .build();
            List<PoolCall<String>> calls =
                    PoolCall.start(20, i -> () -> PoolFetch.get(pool.client(), "https://127.0.0.1:" + mute.port()));
            PoolCall.awaitUntil(() -> mute.open() == 8 && pool.snapshot().pending() == 12);

            pool.close();

            for (PoolCall<String> call : calls) {
                assertThat(call.failure()).isInstanceOf(PoolClosedException.class);
            }
            mute.awaitOpen(0, PoolCall.PATIENCE);
            PoolCall.awaitUntil(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("weir-dial")));
        }
    }

    /** A call that gets its connection when its time is over already gives it back. */
    @Nested
    class LateLease {
        /** Holds one call before it asks for its connection, until the test lets it go on. */
        private static final class Barrier implements AsyncExecChainHandler {
            private final AtomicBoolean holding = new AtomicBoolean();
            private final CompletableFuture<Callable<Void>> held = new CompletableFuture<>();

            @Override
            public void execute(
                    HttpRequest request,
                    @Nullable AsyncEntityProducer body,
                    AsyncExecChain.Scope scope,
                    AsyncExecChain chain,
                    AsyncExecCallback callback)
                    throws HttpException, IOException {
                if (holding.compareAndSet(true, false)) {
                    held.complete(() -> {
                        chain.proceed(request, body, scope, callback);
                        return null;
                    });
                } else {
                    chain.proceed(request, body, scope, callback);
                }
            }
        }

        private static Future<SimpleHttpResponse> get(
                AsyncHttpPool pool, Http2Server server, HttpClientContext context) {
            return pool.client()
                    .execute(SimpleRequestBuilder.get(server.uri() + "/").build(), context, null);
        }

        @Test
        void lateLeaseIsGivenBack() throws Exception {
            Barrier barrier = new Barrier();
            try (Http2Server server = Http2Server.allowing(1);
                    AsyncHttpPool pool = HttpPool.builder("late")
                            .protocol(Protocol.HTTP_2)
                            .sslContext(TestCertificates.trusted().clientContext())
                            .customizeAsyncClient(
                                    b -> b.addExecInterceptorBefore(ChainElement.CONNECT.name(), "barrier", barrier))
                            .buildAsync()) {
                server.release();
                assertThat(text(get(pool, server, HttpClientContext.create())))
                        .isEqualTo("/"); // from now on, it waits for nothing
                barrier.holding.set(true);
                HttpClientContext context = HttpClientContext.create();
                RequestDeadline.set(context, Duration.ofMillis(100));
                Future<SimpleHttpResponse> late = get(pool, server, context);
                assertThat(failure(late)).isInstanceOf(TotalTimeoutException.class);

                barrier.held
                        .get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                        .call();

                PoolBooks.atRest(pool);
                assertThat(text(get(pool, server, HttpClientContext.create()))).isEqualTo("/");
            }
        }
    }
}
