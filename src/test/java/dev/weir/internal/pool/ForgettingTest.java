package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
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
    private static final int LEASES = 20_000;
    private static final HttpRoute ROUTE = route("raced.many.test");

    private final AtomicLong nowNanos = new AtomicLong();
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test")
                    .route("http://*.many.test", r -> r.maxConnections(LIMIT))
                    .build(),
            List.of(),
            nowNanos::get,
            ManagedHttpClientConnectionFactory.INSTANCE);
    private final Routes routes = pool.routes();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    private static HttpRoute route(String host) {
        return new HttpRoute(new HttpHost(host, 80));
    }

    // Only where there are many is any forgotten.
    @BeforeEach
    void knowManyOthers() {
        for (int i = 0; i <= Forgetting.STRANGERS; i++) {
            routes.of(route("host-" + i + ".test")).lent();
        }
    }

    @AfterEach
    void end() {
        callers.shutdownNow();
    }

    private PendingLease ask() {
        return pool.lease(ROUTE, null, LeaseTerms.ANY, PATIENCE);
    }

    private void forget() {
        routes.keepBooks(nowNanos.addAndGet(Duration.ofMinutes(11).toNanos()));
    }

    @Test
    void isForgottenBetweenTheQuestionAndTheWait() throws Exception {
        PendingLease asked = ask();
        RouteState before = routes.of(ROUTE);
        forget();

        Lease lease = asked.await(PATIENCE);

        assertThat(lease.routeState()).isSameAs(routes.of(ROUTE)).isNotSameAs(before);
        assertThat(pool.store().getMaxPerRoute(ROUTE)).isEqualTo(LIMIT);
        lease.release(null, 0);
    }

    @Test
    void isKeptWhileItIsLeased() throws Exception {
        Lease lease = ask().await(PATIENCE);

        forget();

        assertThat(routes.of(ROUTE)).isSameAs(lease.routeState());
        lease.release(null, 0);
    }

    @Test
    @Tag("stress")
    void isNeitherLostNorDoubledHoweverOftenItIsForgotten() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger forgotten = new AtomicInteger();
        Future<?> forgetting = callers.submit(() -> {
            while (!isOver.get()) {
                RouteState before = routes.known(ROUTE);
                forget();
                forgotten.addAndGet(before.isLeaving() ? 1 : 0);
            }
        });
        List<Future<Integer>> found = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            found.add(callers.submit(this::leaseOften));
        }

        int wrong = 0;
        for (Future<Integer> caller : found) {
            wrong += caller.get(50, TimeUnit.SECONDS);
        }
        isOver.set(true);
        forgetting.get(10, TimeUnit.SECONDS);

        assertThat(wrong).isZero();
        assertThat(forgotten).hasPositiveValue();
        routes.of(ROUTE);
        assertThat(pool.store().getMaxPerRoute(ROUTE)).isEqualTo(LIMIT);
    }

    /** Returns how many leases had another state than the one that is known. */
    private int leaseOften() throws Exception {
        int wrong = 0;
        for (int i = 0; i < LEASES; i++) {
            Lease lease = ask().await(PATIENCE);
            wrong += lease.routeState() == routes.of(ROUTE) ? 0 : 1;
            lease.release(null, 0);
        }
        return wrong;
    }
}
