package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueueIT {

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

    private static HttpPoolBuilder waitingFor(Duration poolWait) {
        return HttpPool.builder("test")
                .maxPerRoute(1)
                .timeouts(t -> t.poolWait(poolWait)
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ZERO));
    }

    private static HttpPoolBuilder patient() {
        return waitingFor(Duration.ofSeconds(30));
    }

    private static CloseableHttpClient ownClient(HttpPool pool) {
        return HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(true)
                .build();
    }

    private PoolCall<String> hold(HttpPool pool) {
        PoolCall<String> holder = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), release));
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == 1 && pool.snapshot().dialing() == 0);
        return holder;
    }

    private PoolExhaustedException refused(CloseableHttpClient client) {
        return assertThatExceptionOfType(PoolExhaustedException.class)
                .isThrownBy(() -> PoolFetch.get(client, server.origin()))
                .actual();
    }

    /** The message without verdict and holders. */
    private static String numbers(PoolExhaustedException exhausted) {
        return exhausted
                .toString()
                .replaceFirst("^[^ ]*PoolExhaustedException: ", "")
                .replaceFirst("Verdict: .* Route:", "Route:")
                .replaceFirst(" Held for longest: .*", "");
    }

    @Test
    void refusesAtOnceWhereNoCallerMayWait() throws Exception {
        try (HttpPool pool = patient().maxPending(0).build()) {
            PoolCall<String> holder = hold(pool);

            PoolExhaustedException refusal = refused(pool.client());

            assertThat(numbers(refusal))
                    .isEqualTo("Pool 'test': refused at once, because no connection to " + server.origin()
                            + " is free and callers may not wait (maxPending is 0). Route: 1 of 1 leased (0 dialing),"
                            + " 0 idle, 0 pending; pool: 1 leased"
                            + " and 0 idle of 100, 0 pending.");
            assertThat(refusal.waited()).isZero();
            assertThat(numbers(refused(ownClient(pool)))).isEqualTo(numbers(refusal));
            release.countDown();
            holder.get();
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.outcomes(pool))
                    .containsOnly(entry(LeaseOutcome.DIALED, 1L), entry(LeaseOutcome.REJECTED, 2L));
        }
    }

    @Test
    void refusesTheCallerForWhomTheQueueIsTooLong() throws Exception {
        try (HttpPool pool = patient().maxPending(2).build()) {
            PoolCall<String> holder = hold(pool);
            List<PoolCall<String>> waiters = PoolCall.start(2, i -> () -> PoolFetch.get(pool, server));
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 2);

            PoolExhaustedException refusal = refused(pool.client());

            assertThat(numbers(refusal))
                    .isEqualTo("Pool 'test': refused at once, because 2 callers wait for " + server.origin()
                            + " already (maxPending). Route: 1 of 1 leased (0 dialing), 0 idle, 2 pending; pool: 1"
                            + " leased and 0 idle of 100, 2 pending.");
            release.countDown();
            holder.get();
            for (PoolCall<String> waiter : waiters) {
                assertThat(waiter.get()).isEqualTo("ok");
            }
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void refusedCallersLeaveNothingInTheQueue() throws Exception {
        try (HttpPool pool = patient().maxPending(0).build()) {
            hold(pool);

            for (int i = 0; i < 100; i++) {
                refused(pool.client());
            }

            assertThat(pool.connectionManager().getTotalStats().getPending()).isZero();
        }
    }

    @Test
    void gettingNoConnectionInTimeSaysWhatIsInTheWay() throws Exception {
        try (HttpPool pool = waitingFor(Duration.ofMillis(200)).build()) {
            PoolCall<String> holder = hold(pool);

            PoolExhaustedException timeout = refused(pool.client());

            assertThat(timeout)
                    .isInstanceOf(ConnectionRequestTimeoutException.class)
                    .isInstanceOf(IOException.class);
            assertThat(numbers(timeout).replaceAll("within \\d+ ms", "within N ms"))
                    .isEqualTo("Pool 'test': no connection to " + server.origin()
                            + " within N ms (timeouts.poolWait). Route: 1 of 1 leased (0 dialing), 0 idle, 0 pending;"
                            + " pool: 1 leased and 0 idle of 100, 0 pending.");
            assertThat(timeout.waited()).isBetween(Duration.ofMillis(150), Duration.ofSeconds(10));
            assertThat(timeout.pool()).isEqualTo("test");
            assertThat(timeout.route().target()).isEqualTo(server.origin());
            release.countDown();
            holder.get();
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.outcomes(pool)).containsEntry(LeaseOutcome.TIMED_OUT, 1L);
        }
    }

    @Test
    void waitersGetTheirTurnAfterDialsThatFail() throws Exception {
        CountDownLatch dial = new CountDownLatch(1);
        try (HttpPool pool = patient()
                .dnsResolver(PoolFetch.everythingOnLoopback(() -> PoolFetch.await(dial)))
                .build()) {
            server.close();
            String origin = "http://gone.x:" + server.port();
            List<PoolCall<String>> calls = PoolCall.start(8, i -> () -> PoolFetch.get(pool.client(), origin));
            PoolCall.awaitUntil(() -> pool.snapshot().pending() == 7);

            dial.countDown();

            for (PoolCall<String> call : calls) {
                assertThat(call.failure()).isInstanceOf(ConnectException.class);
            }
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.outcomes(pool)).containsOnly(entry(LeaseOutcome.DIAL_FAILED, 8L));
        }
    }
}
