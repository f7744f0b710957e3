package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.manager.BlockingDialer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A route that is forgotten while callers ask for it: there are never two states in use for one route. */
@org.junit.jupiter.api.Timeout(60)
class ForgettingTest {

    private static final Timeout PATIENCE = Timeout.ofSeconds(30);
    private static final int LIMIT = 6;
    private static final int ROUNDS = 300;
    private static final HttpRoute ROUTE = route("raced.many.test");

    private final AtomicLong nowNanos = new AtomicLong();
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test")
                    .route("http://*.many.test", r -> r.maxConnections(LIMIT))
                    .build(),
            SettingNames.PLAIN,
            List.of(),
            nowNanos::get,
            BlockingConnection::new);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    private static HttpRoute route(String host) {
        return new HttpRoute(new HttpHost(host, 80));
    }

    @AfterEach
    void end() {
        callers.shutdownNow();
    }

    @BeforeEach
    void dialToNowhere() {
        pool.dialer = new BlockingDialer(connection -> {}, Runnable::run);
    }

    private Lease ask() {
        return new Lease(pool.route(ROUTE), null, LeaseTerms.ANY, PATIENCE);
    }

    private void forget() {
        pool.forget(Integer.MAX_VALUE, nowNanos.addAndGet(Duration.ofMinutes(11).toNanos()));
    }

    @Test
    void isForgottenBetweenTheQuestionAndTheWait() throws Exception {
        Lease lease = ask();
        RouteState before = pool.route(ROUTE);
        forget();

        lease.await(PATIENCE);

        assertThat(lease.route).isSameAs(pool.route(ROUTE)).isNotSameAs(before);
        assertThat(pool.limit(ROUTE)).isEqualTo(LIMIT);
        lease.release(null, 0);
    }

    @Test
    void isKeptWhileItIsLeased() throws Exception {
        Lease lease = ask();
        lease.await(PATIENCE);

        forget();

        assertThat(pool.route(ROUTE)).isSameAs(lease.route);
        lease.release(null, 0);
    }

    // In each round three threads start at once: two lease, and the third forgets, which succeeds where it comes first.
    @Test
    @Tag("stress")
    void hasOneStateWhileItIsLeasedAndForgottenAtOnce() throws Exception {
        CyclicBarrier start = new CyclicBarrier(3);
        Future<Integer> forgotten = callers.submit(() -> countRounds(start, () -> {
            RouteState before = pool.route(ROUTE);
            forget();
            return pool.find(ROUTE) != before;
        }));
        Callable<Boolean> leases = () -> {
            Lease lease = ask();
            lease.await(PATIENCE);
            boolean isAnother = lease.route != pool.route(ROUTE);
            lease.release(null, 0);
            return isAnother;
        };
        Future<Integer> one = callers.submit(() -> countRounds(start, leases));
        Future<Integer> other = callers.submit(() -> countRounds(start, leases));

        assertThat(one.get()).isZero();
        assertThat(other.get()).isZero();
        assertThat(forgotten.get()).isPositive();
        pool.route(ROUTE);
        assertThat(pool.limit(ROUTE)).isEqualTo(LIMIT);
    }

    /** Returns in how many of the rounds the step was true. */
    private static int countRounds(CyclicBarrier start, Callable<Boolean> step) throws Exception {
        int count = 0;
        for (int i = 0; i < ROUNDS; i++) {
            start.await();
            count += step.call() ? 1 : 0;
        }
        return count;
    }
}
