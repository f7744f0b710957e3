package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
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
    void noCallerWaitsForASlowDialWhileAnotherConnectionBecomesFree() throws Exception {
        quick.set(1);
        try (HttpPool pool = pool().build()) {
            PoolCall<String> holder = hold(pool);
            PoolCall<String> dialler = get(pool);
            awaitDialing(pool, 1);
            PoolCall.awaitUntil(() -> handshakes.get() == 2);

            release.countDown();

            assertThat(holder.get()).isEqualTo("ok");
            assertThat(dialler.get()).isEqualTo("ok");
            assertThat(pool.snapshot().dialing()).isOne();
            assertThat(PoolBooks.outcomes(pool))
                    .containsEntry(LeaseOutcome.DIALED, 1L)
                    .containsEntry(LeaseOutcome.REUSED_AFTER_WAIT, 1L);
        }
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
    void theNextCallerTakesTheDialOver() throws Exception {
        quick.set(1);
        try (HttpPool pool = pool().build()) {
            PoolCall<String> holder = hold(pool);
            PoolCall<String> dialler = get(pool);
            awaitDialing(pool, 1);
            dialler.thread().interrupt();
            PoolCall<String> next = get(pool);

            slow.countDown();

            assertThat(next.get()).isEqualTo("ok");
            assertThat(server.accepted()).isLessThanOrEqualTo(3);
            release.countDown();
            holder.get();
            assertThat(dialler.failure()).isInstanceOf(InterruptedIOException.class);
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
    void aRequestsOwnConnectTimeoutEndsItsWaitForADialOfAnother() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            PoolCall<String> dialler = get(pool);
            PoolCall.awaitUntil(() -> handshakes.get() == 1);
            PoolCall<String> impatient = impatient(pool);
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);
            dialler.thread().interrupt();

            assertThat(impatient.failure())
                    .isInstanceOf(ConnectTimeoutException.class)
                    .hasMessage("Connect to " + server.origin() + " timed out after 150 ms (timeouts.connect)");

            PoolBooks.atRest(pool);
        }
    }

    /** The dial that an impatient caller began belongs to the caller behind it, for as long as that one waits. */
    @Test
    void aCallersOwnConnectTimeoutEndsNoDialThatAnotherHasTakenOver() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            PoolCall<String> impatient = impatient(pool);
            PoolCall.awaitUntil(() -> handshakes.get() == 1);
            PoolCall<String> patient = get(pool);
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 1);
            impatient.thread().interrupt();
            assertThat(impatient.failure()).isInstanceOf(InterruptedIOException.class);

            new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS); // twice the limit of the one that left
            slow.countDown();

            assertThat(patient.get()).isEqualTo("ok");
            assertThat(server.accepted()).isOne();
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

    @Test
    void noMoreDialsThanAllowedAreUnderWay() throws Exception {
        quick.set(Integer.MAX_VALUE);
        try (LoopbackServer busy = LoopbackServer.https(CERTIFICATES)
                        .handshakes(3, Duration.ofMillis(20))
                        .start();
                HttpPool pool = pool().dialing(d -> d.maxConcurrent(3)).build()) {
            List<PoolCall<String>> calls = PoolCall.start(30, i -> () -> PoolFetch.get(pool.client(), busy.origin()));

            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }

            assertThat(mostAtOnce.get()).isBetween(1, 3);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void whoHasWaitedForHalfOfItsTimeDials() throws Exception {
        quick.set(Integer.MAX_VALUE);
        try (HttpPool pool = HttpPool.builder("test")
                .tlsStrategy(paced)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(7))
                        .connect(Duration.ofSeconds(30))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO))
                .build()) {
            for (int i = 0; i < 20; i++) {
                PoolFetch.get(pool, server);
            }
            PoolCall<String> holder = hold(pool);

            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");

            assertThat(holder.result()).isNotDone();
            assertThat(server.accepted()).isEqualTo(2);
            release.countDown();
            holder.get();
        }
    }

    @Test
    void aStrategySeesTheContextOfTheRequestThatDials() throws Exception {
        AtomicReference<Object> seen = new AtomicReference<>();
        TlsSocketStrategy looking = (socket, target, port, attachment, context) -> {
            seen.set(context.getAttribute("mine"));
            return real.upgrade(socket, target, port, attachment, context);
        };
        try (HttpPool pool = HttpPool.builder("test").tlsStrategy(looking).build()) {
            HttpClientContext context = HttpClientContext.create();
            context.setAttribute("mine", "yes");

            pool.client().execute(new HttpGet(server.origin() + "/"), context, response -> null);

            assertThat(seen.get()).isEqualTo("yes");
        }
    }

    @Test
    void directDialsRunOnThreadsOfThePoolAndTunnelsOnTheirCallers() throws Exception {
        AtomicReference<String> thread = new AtomicReference<>();
        try (LoopbackServer named = LoopbackServer.http().start();
                HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool direct = HttpPool.builder("direct")
                        .dnsResolver(PoolFetch.everythingOnLoopback())
                        .connectionFactory(socket -> factory(thread))
                        .build();
                HttpPool tunnelled = HttpPool.builder("tunnelled")
                        .proxy(proxy.origin())
                        .sslContext(CERTIFICATES.clientContext())
                        .build()) {
            assertThat(PoolFetch.get(direct.client(), "http://recs.x:" + named.port()))
                    .isEqualTo("ok");
            assertThat(PoolFetch.get(tunnelled.client(), server.origin())).isEqualTo("ok");

            assertThat(thread.get()).startsWith("weir-dial-");
        }
    }

    private static org.apache.hc.client5.http.io.ManagedHttpClientConnection factory(AtomicReference<String> thread) {
        return new org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection("test") {
            @Override
            public void bind(java.net.Socket socket) throws IOException {
                thread.set(Thread.currentThread().getName());
                super.bind(socket);
            }
        };
    }

    @Nested
    class ADeadServer {
        private final AtomicInteger failures = new AtomicInteger();
        private volatile boolean dead = true;

        private final TlsSocketStrategy dying = (socket, target, port, attachment, context) -> {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                if (dead) {
                    failures.incrementAndGet();
                    TimeUnit.MILLISECONDS.sleep(2); // a dial that lasts, not a test that waits
                    throw new IOException("dead");
                }
                return real.upgrade(socket, target, port, attachment, context);
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            } finally {
                atOnce.decrementAndGet();
            }
        };

        @Test
        void isDialedOneAtATimeUntilItIsBack() throws Exception {
            try (HttpPool pool = pool().tlsStrategy(dying).build()) {
                get(pool).failure();
                mostAtOnce.set(0);

                for (PoolCall<String> call :
                        PoolCall.start(20, i -> () -> PoolFetch.get(pool.client(), server.origin()))) {
                    assertThat(call.failure()).hasMessageEndingWith("failed: dead");
                }

                assertThat(mostAtOnce.get()).isOne();
                dead = false;
                assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
                PoolBooks.atRest(pool);
            }
        }

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
}
