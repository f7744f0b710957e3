package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.IdleTimeout;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Callers whose gaps are about as long as the time for which the server keeps idle connections. */
@Tag("slow")
class ClosureRaceIT {

    private static final int CALLERS = 10;

    private final Map<String, Integer> orders = new ConcurrentHashMap<>();
    private final AtomicInteger orderNumbers = new AtomicInteger();
    private final AtomicInteger failedOrders = new AtomicInteger();

    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                if (exchange.method().equals("POST")) {
                    orders.merge(exchange.bodyText(), 1, Integer::sum);
                }
                exchange.ok("ok");
            })
            .start();

    private void send(HttpPool pool, int requests, int gapMillis) throws Exception {
        List<PoolCall<Integer>> calls = PoolCall.start(CALLERS, i -> () -> {
            for (int request = 0; request < requests; request++) {
                PoolFetch.get(pool, server); // must not fail
                pause((request * 31 + i * 17) % gapMillis);
                order(pool);
                pause((request * 47 + i * 13) % gapMillis);
            }
            return requests;
        });
        for (PoolCall<Integer> call : calls) {
            assertThat(call.get()).isEqualTo(requests);
        }
    }

    private static void pause(int millis) throws InterruptedException {
        new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    }

    private void order(HttpPool pool) {
        ClassicRequestBuilder order = ClassicRequestBuilder.post(server.origin() + "/")
                .setEntity(new StringEntity("order " + orderNumbers.incrementAndGet()));
        try {
            pool.client().execute(order.build(), response -> EntityUtils.toString(response.getEntity()));
        } catch (IOException e) {
            failedOrders.incrementAndGet();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void noGetFailsNoPostIsExecutedTwiceAndMostRequestsUseReusedConnections(boolean byReset, boolean hints)
            throws Exception {
        IdleTimeout timeout = IdleTimeout.after(Duration.ofMillis(300)).jitter(0.066);
        timeout = byReset ? timeout.byReset() : timeout;
        server.idleTimeout(hints ? timeout.announcing(Duration.ofSeconds(5)) : timeout);
        try (HttpPool pool = PatientPool.builder("test").build();
                server) {
            send(pool, 12, 400);
            int connectionsBefore = server.accepted();
            long requestsBefore = server.requests();
            send(pool, 8, 400);

            assertThat(orders.values()).containsOnly(1);
            assertThat(failedOrders.get()).isLessThanOrEqualTo(2);
            assertThat(pool.snapshot().routes())
                    .extracting(RouteSnapshot::learnedKeepAlive)
                    .noneMatch(learned -> learned.filter(limit -> limit.compareTo(Duration.ofMillis(320)) >= 0)
                            .isPresent());
            assertThat((server.accepted() - connectionsBefore) * 2L).isLessThan(server.requests() - requestsBefore);
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void rollingRestartLeavesReuseAsItWas() throws Exception {
        try (HttpPool pool = PatientPool.builder("test").build();
                server) {
            for (int restart = 0; restart < 5; restart++) {
                send(pool, 6, 40);
                server.closeIdleNow(restart % 2 == 0);
            }
            send(pool, 1, 40);
            int connectionsBefore = server.accepted();
            send(pool, 6, 40);

            assertThat(orders.values()).containsOnly(1);
            assertThat(server.accepted() - connectionsBefore).isLessThanOrEqualTo(CALLERS);
            assertThat(pool.snapshot().routes())
                    .allMatch(route -> route.learnedKeepAlive().isEmpty());
            assertThat(PoolBooks.causes(pool)).doesNotContainKey(CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }
}
