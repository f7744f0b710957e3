package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class EndOfPoolIT {

    private static final String CLOSED = "Pool 'test' is closed: it takes no further request.";

    private final CountDownLatch release = new CountDownLatch(1);
    private LoopbackServer server;
    private HttpPool pool;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        pool = HttpPool.builder("test")
                .maxPerRoute(2)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                        .connect(Duration.ofSeconds(25))
                        .read(Duration.ofSeconds(30))
                        .total(Duration.ZERO))
                .build();
    }

    @AfterEach
    void stop() {
        release.countDown();
        pool.close();
        server.close();
    }

    private CloseableHttpClient ownClient(boolean shared) {
        return HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(shared)
                .build();
    }

    private List<PoolCall<String>> hold(int count) {
        AtomicInteger holding = new AtomicInteger();
        List<PoolCall<String>> calls = PoolCall.start(
                count,
                i -> () -> pool.client().execute(new HttpGet(server.origin() + "/"), response -> {
                    holding.incrementAndGet();
                    PoolFetch.await(release);
                    return EntityUtils.toString(response.getEntity());
                }));
        int leased = Math.min(2, count);
        PoolCall.awaitUntil(() -> holding.get() == leased && pool.snapshot().pending() == count - leased);
        return calls;
    }

    private void assertRefused(CloseableHttpClient client, String message) {
        assertThatExceptionOfType(PoolClosedException.class)
                .isThrownBy(() -> PoolFetch.get(client, server.origin()))
                .withMessage(message)
                .satisfies(refusal -> assertThat(refusal.pool()).isEqualTo("test"));
    }

    @Nested
    class Draining {

        @Test
        void servesCallersThatWaitedBefore() throws Exception {
            List<PoolCall<String>> calls = hold(5);
            PoolCall<Boolean> drain = PoolCall.start(() -> pool.drain(PoolCall.PATIENCE));
            PoolCall.awaitUntil(() -> drain.thread().getState() == Thread.State.TIMED_WAITING);

            release.countDown();

            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
            assertThat(drain.get()).isTrue();
            server.awaitOpen(0, PoolCall.PATIENCE);
        }

        @Test
        void closesIdleConnectionsAtOnce() throws Exception {
            PoolFetch.get(pool, server);
            List<PoolCall<String>> calls = PoolCall.start(1, i -> () -> {
                try (LoopbackServer other = LoopbackServer.http().start()) {
                    return PoolFetch.holding(pool.client(), other.origin(), release)
                            .call();
                }
            });
            PoolCall.awaitUntil(
                    () -> pool.snapshot().leased() == 1 && pool.snapshot().dialing() == 0);
            PoolCall<Boolean> drain = PoolCall.start(() -> pool.drain(PoolCall.PATIENCE));

            server.awaitOpen(0, PoolCall.PATIENCE);

            assertThat(drain.result()).isNotDone();
            release.countDown();
            assertThat(calls.get(0).get()).isEqualTo("ok");
            assertThat(drain.get()).isTrue();
        }

        @Test
        void closesWhatDoesNotEndInTime() throws Exception {
            server.handler(exchange -> exchange.await(release));
            PoolCall<String> call = PoolCall.start(() -> PoolFetch.get(pool, server));
            PoolCall.awaitUntil(() -> server.requests() == 1);

            boolean finished = pool.drain(Duration.ofMillis(100));

            assertThat(finished).isFalse();
            assertThat(call.failure()).isInstanceOf(PoolClosedException.class);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SHUTDOWN, 1L));
        }

        @Test
        void drainingAnIdlePoolIsDoneAtOnce() {
            assertThat(pool.drain(Duration.ZERO)).isTrue();
            assertThat(pool.drain(Duration.ZERO)).isTrue();
        }

        @Test
        void drainingMayTakeForever() {
            assertThat(pool.drain(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
        }

        @Test
        void endsByAnInterrupt() throws Exception {
            hold(1);
            PoolCall<Boolean> drain = PoolCall.start(() -> {
                boolean finished = pool.drain(PoolCall.PATIENCE);
                return !finished && Thread.currentThread().isInterrupted();
            });
            PoolCall.awaitUntil(() -> drain.thread().getState() == Thread.State.TIMED_WAITING);

            drain.thread().interrupt();

            assertThat(drain.get()).isTrue();
            assertRefused(pool.client(), CLOSED);
        }
    }

    @Nested
    class Closing {

        @Test
        void refusesRequestsFromThenOn() {
            pool.close();

            assertRefused(pool.client(), CLOSED);
            assertRefused(ownClient(true), CLOSED);
        }

        @Test
        void leavesNoThreadOfThePool() throws Exception {
            PoolFetch.get(pool, server);

            pool.close();

            try {
                PoolCall.awaitUntil(() -> threads().isEmpty());
            } catch (AssertionError e) {
                assertThat(threads()).as("threads that stay").isEmpty();
            }
        }

        private static Map<String, List<StackTraceElement>> threads() {
            return Thread.getAllStackTraces().entrySet().stream()
                    .filter(entry -> entry.getKey().getName().startsWith("weir-"))
                    .collect(Collectors.toMap(
                            entry -> entry.getKey().toString(),
                            entry -> List.of(entry.getValue()),
                            (one, another) -> one));
        }
    }

    @Nested
    class ClosingSomethingElse {
        @Test
        void theClientLeavesThePoolOpen() throws IOException {
            CloseableHttpClient client = pool.client();
            client.close();
            client.close(CloseMode.IMMEDIATE);

            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            assertThat(pool.client()).isSameAs(client);
        }

        @Test
        void theManagerLeavesThePoolOpen() throws IOException {
            PoolFetch.get(pool, server);

            pool.connectionManager().close();
            pool.connectionManager().close(CloseMode.IMMEDIATE);

            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            assertThat(server.accepted()).isEqualTo(1);
        }

        @Test
        void aUsersOwnClientLeavesThePoolOpen() throws IOException {
            ownClient(false).close(CloseMode.IMMEDIATE);
            ownClient(false).close();

            assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
        }
    }

    /** Callers come back with their connections at the very moment at which all are closed. */
    @RepeatedTest(10)
    void isReachedWhileCallersComeAndGo() throws Exception {
        try (LoopbackServer busy = LoopbackServer.http().start()) {
            HttpPool pool = HttpPool.builder("test").build();
            List<PoolCall<Object>> calls = PoolCall.start(4, i -> () -> {
                while (true) {
                    PoolFetch.get(pool, busy); // until the pool is closed
                }
            });
            busy.awaitRequests(40, PoolCall.PATIENCE);

            pool.close();

            for (PoolCall<Object> call : calls) {
                call.failure();
            }
            assertThat(PoolBooks.atRest(pool).idle()).isZero();
        }
    }
}
