package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.http.io.SocketConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconfigureIT {

    private static final int CHANGES = 210; // thirty of each kind

    private final CountDownLatch release = new CountDownLatch(1);
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.https(TestCertificates.trusted()).start();
    }

    @AfterEach
    void stopServer() {
        release.countDown();
        server.close();
    }

    private static HttpPoolBuilder patient() {
        return HttpPool.builder("test")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                        .connect(Duration.ofSeconds(25))
                        .read(Duration.ofSeconds(30))
                        .total(Duration.ZERO));
    }

    private List<PoolCall<String>> hold(int count, HttpPool pool) {
        return PoolCall.start(count, i -> PoolFetch.holding(pool.client(), server.origin(), release));
    }

    private static void awaitBusy(HttpPool pool, int leased, int pending) {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == leased
                && pool.snapshot().pending() == pending
                && pool.snapshot().dialing() == 0);
    }

    private void finish(HttpPool pool, List<PoolCall<String>> calls) throws Exception {
        release.countDown();
        for (PoolCall<String> call : calls) {
            assertThat(call.get()).isEqualTo("ok");
        }
        PoolBooks.atRest(pool);
    }

    @Test
    void noRequestFailsWhileEverythingChanges() throws Exception {
        AtomicInteger count = new AtomicInteger();
        server.handler(exchange -> {
            if (count.incrementAndGet() % 50 == 0) {
                exchange.closeAfter();
            }
            exchange.ok("ok");
        });
        AtomicBoolean changing = new AtomicBoolean(true);
        try (HttpPool pool = patient().maxTotal(20).maxPerRoute(8).build()) {
            List<PoolCall<Integer>> callers = PoolCall.start(8, i -> () -> fetchWhile(changing, pool));
            PoolCall<Integer> changer = PoolCall.start(() -> change(pool));
            int changes = changer.get();
            changing.set(false);
            int answered = 0;
            for (PoolCall<Integer> caller : callers) {
                answered += caller.get();
            }

            assertThat(changes).isEqualTo(CHANGES);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.leases(pool)).isEqualTo(answered);
        }
    }

    private int fetchWhile(AtomicBoolean changing, HttpPool pool) throws IOException {
        int answered = 0;
        do {
            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            answered++;
        } while (changing.get());
        return answered;
    }

    private static int change(HttpPool pool) {
        int changes = 0;
        while (changes < CHANGES) {
            int step = changes++;
            PoolConfig.Builder next = pool.config().toBuilder();
            switch (step % 7) {
                case 0 -> next.maxPerRoute(1);
                case 1 -> next.maxPerRoute(10);
                case 2 -> next.tls(t -> t.protocols(step % 2 == 0 ? "TLSv1.2" : "TLSv1.3"));
                case 3 -> next.maxPerRoute(2).maxTotal(2);
                case 4 ->
                    next.maxTotal(30)
                            .maxPerRoute(8)
                            .socketConfig(SocketConfig.custom()
                                    .setTcpNoDelay(step % 2 == 0)
                                    .build());
                case 5 -> next.timeouts(t -> t.read(Duration.ofSeconds(30 + step % 10)));
                default -> next.keepAlive(k -> k.max(Duration.ofSeconds(10 + step % 10)));
            }
            pool.reconfigure(next.build());
            LockSupport.parkNanos(2_000_000); // leaves the machine to the requests
        }
        return changes;
    }

    @Test
    void loweredTotalHoldsForWhatIsReleasedLater() throws Exception {
        try (LoopbackServer other = LoopbackServer.http().start();
                HttpPool pool = patient().maxTotal(8).maxPerRoute(4).build()) {
            List<PoolCall<String>> calls = new ArrayList<>(hold(4, pool));
            calls.addAll(PoolCall.start(4, i -> PoolFetch.holding(pool.client(), other.origin(), release)));
            awaitBusy(pool, 8, 0);

            pool.reconfigure(pool.config().toBuilder().maxTotal(4).build());
            finish(pool, calls);

            pool.connectionManager().closeExpired();

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(4); // though all came back at one moment
        }
    }

    @Test
    void changedTlsRetiresLeasedConnectionsAfterTheirExchange() throws Exception {
        try (HttpPool pool = patient().build()) {
            List<PoolCall<String>> calls = hold(1, pool);
            awaitBusy(pool, 1, 0);

            pool.reconfigure(
                    pool.config().toBuilder().tls(t -> t.protocols("TLSv1.2")).build());

            server.awaitOpen(1, PoolCall.PATIENCE);
            finish(pool, calls);
            server.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.TLS_CHANGED, 1L));
        }
    }

    @Test
    void changedTlsRetiresConnectionsThatAreBeingDialed() throws Exception {
        CountDownLatch lookingUp = new CountDownLatch(1);
        CountDownLatch found = new CountDownLatch(1);
        try (HttpPool pool = patient()
                .dnsResolver(PoolFetch.everythingOnLoopback(() -> {
                    lookingUp.countDown();
                    PoolFetch.await(found);
                }))
                .build()) {
            List<PoolCall<String>> calls =
                    PoolCall.start(1, i -> () -> PoolFetch.get(pool.client(), "https://localhost:" + server.port()));
            PoolFetch.await(lookingUp);

            pool.reconfigure(
                    pool.config().toBuilder().tls(t -> t.protocols("TLSv1.2")).build());
            found.countDown();
            finish(pool, calls);

            server.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.TLS_CHANGED, 1L));
        }
    }

    @Test
    void configurationOfAnotherPoolIsRefused() {
        try (HttpPool pool = patient().build();
                HttpPool other = HttpPool.builder("other").build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pool.reconfigure(other.config()))
                    .withMessage("Pool 'test' cannot take the configuration of pool 'other':"
                            + " make it with config().toBuilder()");
        }
    }

    @Test
    void failingCustomizerLeavesThePoolAsItWas() throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        try (HttpPool pool = patient()
                .customizeClient(builder -> {
                    if (failing.get()) {
                        throw new IllegalStateException("on purpose");
                    }
                })
                .build()) {
            PoolConfig before = pool.config();
            failing.set(true);

            assertThatIllegalStateException()
                    .isThrownBy(() ->
                            pool.reconfigure(before.toBuilder().maxPerRoute(2).build()))
                    .withMessage("on purpose");

            assertThat(pool.config()).isSameAs(before);
            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
        }
    }

    @Test
    void poolsOfOneBuilderAreIndependent() throws Exception {
        HttpPoolBuilder builder = patient();
        try (HttpPool two = builder.build()) {
            try (HttpPool one = builder.build()) {
                PoolFetch.get(one, server);
                one.reconfigure(one.config().toBuilder().maxPerRoute(1).build());
                assertThat(two.snapshot().idle()).isZero();
                assertThat(two.config().maxPerRoute()).isEqualTo(20);
            }

            assertThat(PoolFetch.get(two, server)).isEqualTo("ok");
        }
    }
}
