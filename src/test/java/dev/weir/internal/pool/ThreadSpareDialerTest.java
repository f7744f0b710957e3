package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.RouteStats;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadSpareDialerTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));

    private final CountDownLatch done = new CountDownLatch(1);
    private final DialThreads threads = new DialThreads(1);
    private final List<Thread> dialed = new CopyOnWriteArrayList<>();
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").build(), List.of(), () -> 0, ManagedHttpClientConnectionFactory.INSTANCE);
    private final RouteState route = pool.routes().of(ROUTE);
    private final RouteStats before;
    private final ThreadSpareDialer dialer = new ThreadSpareDialer(pool, (to, connect, read) -> this::refuse, threads);

    ThreadSpareDialerTest() {
        assertThat(route.tryLease(null, LeaseTerms.ANY)).isNotNull();
        before = route.stats();
    }

    @AfterEach
    void close() {
        done.countDown();
        pool.store().close(CloseMode.IMMEDIATE);
    }

    private void refuse(PooledConnection connection) throws IOException {
        dialed.add(Thread.currentThread());
        throw new ConnectException("refused");
    }

    private void occupyTheThread() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        threads.execute(() -> {
            begun.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        begun.await();
    }

    @Test
    void takeNoPlaceIfAllThreadsAreBusy() throws Exception {
        occupyTheThread();

        assertThat(dialer.dial(route, isThere -> {})).isFalse();
        assertThat(route.stats()).isEqualTo(before);
    }

    @Test
    void dialAsideAndTellTheEnd() throws Exception {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();

        boolean begun = dialer.dial(route, ended::complete);

        assertThat(begun).isTrue();
        assertThat(ended).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(false);
        assertThat(dialed).hasSize(1).doesNotContain(Thread.currentThread());
        assertThat(route.stats()).isEqualTo(before);
    }
}
