package dev.weir.lifetime;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.PoolTime;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A server that closes all idle connections at once, as one that restarts, is not stormed by the callers that find them
 * dead.
 */
@Timeout(120)
class ServerRestartIT {

    private static final int CALLERS = 12;
    private static final int MOST_DIALS = 2;

    private final MostDials dials = new MostDials();
    private final AtomicBoolean restarted = new AtomicBoolean();
    private final CountDownLatch found = new CountDownLatch(1);

    @Test
    void callersThatFindDeadConnectionsDialAFewAtATime() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = pool()) {
            holdAtOnce(pool, server);
            CountDownLatch go = new CountDownLatch(1);
            List<PoolCall<String>> calls = PoolCall.start(CALLERS, i -> () -> {
                PoolFetch.await(go);
                return PoolFetch.get(pool.client(), origin(server));
            });
            restarted.set(true);
            assertThat(server.closeIdleNow(false)).isEqualTo(CALLERS);
            go.countDown();

            PoolCall.awaitUntil(() ->
                    pool.snapshot().dialing() == MOST_DIALS && pool.snapshot().pending() == CALLERS - MOST_DIALS);
            found.countDown();
            for (PoolCall<String> call : calls) {
                call.get();
            }

            assertThat(dials.most()).isEqualTo(MOST_DIALS);
            RouteSnapshot route = PoolBooks.atRest(pool).routes().get(0);
            assertThat(route.closedBy()).containsOnly(entry(CloseCause.STALE, (long) CALLERS));
            assertThat(route.leases().keySet())
                    .doesNotContain(LeaseOutcome.DIAL_FAILED, LeaseOutcome.TIMED_OUT, LeaseOutcome.REJECTED);
        }
    }

    private HttpPool pool() {
        // Time stands still, so that only leases look at idle connections.
        return PoolTime.of(() -> 1, HttpPool.builder("test"))
                .timeouts(t -> t.poolWait(ofSeconds(20))
                        .connect(ofSeconds(25))
                        .read(ofSeconds(30))
                        .total(ofSeconds(60)))
                .dialing(d -> d.maxConcurrent(MOST_DIALS))
                .dns(d -> d.ttl(Duration.ZERO))
                .dnsResolver(PoolFetch.everythingOnLoopback(() -> {
                    if (restarted.get()) {
                        PoolFetch.await(found);
                    }
                }))
                .listener(dials)
                .eviction(e -> e.validateAfter(Duration.ZERO))
                .build();
    }

    private static void holdAtOnce(HttpPool pool, LoopbackServer server) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<PoolCall<String>> calls =
                PoolCall.start(CALLERS, i -> PoolFetch.holding(pool.client(), origin(server), release));
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == CALLERS);
        release.countDown();
        for (PoolCall<String> call : calls) {
            call.get();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == CALLERS);
    }

    private static String origin(LoopbackServer server) {
        return "http://service.test:" + server.port();
    }

    /** The most dials that were under way at once. */
    private static final class MostDials implements PoolListener {
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        int most() {
            return most.get();
        }

        @Override
        public void onEvent(PoolEvent event) {
            if (event instanceof PoolEvent.DialStarted) {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
            } else if (event instanceof PoolEvent.DialEnded) {
                now.decrementAndGet();
            }
        }
    }
}
