package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.Timeout(120)
class AsyncPoolTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(1).buildAsync();

    private final FakeTransport transport = new FakeTransport();
    private final AsyncPool pool =
            new AsyncPool(CONFIG, StreamSettings.of(CONFIG), List.of(), System::nanoTime, () -> transport);

    private CompletableFuture<StreamLease> lease() {
        Told told = new Told();
        pool.lease(ROUTE, null, LeaseTerms.ANY, Timeout.DISABLED, told);
        return told.lease;
    }

    private record Told(CompletableFuture<StreamLease> lease) implements AsyncPool.Answer {
        Told() {
            this(new CompletableFuture<>());
        }

        @Override
        public void leased(StreamLease granted) {
            lease.complete(granted);
        }

        @Override
        public void failed(Exception cause) {
            lease.completeExceptionally(cause);
        }

        @Override
        public void cancelled() {
            lease.cancel(false);
        }
    }

    /** Returns how many more callers the store lets onto the connection. */
    private int capacityLeft() throws ExecutionException, InterruptedException {
        List<PoolEntry<HttpRoute, ManagedHttpClientConnection>> entries = new ArrayList<>();
        Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> next = ask();
        while (next.isDone()) {
            entries.add(next.get());
            next = ask();
        }
        next.cancel(true);
        entries.forEach(entry -> pool.store().release(entry, true));
        return entries.size();
    }

    private Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> ask() {
        return pool.store().lease(ROUTE, null, Timeout.DISABLED, null);
    }

    @Test
    void whoeverSeeksInAStoreThatIsClosedIsTold() throws InterruptedException {
        pool.core().store().close();
        CompletableFuture<StreamLease> lease = lease();

        assertThat(lease).isCompletedExceptionally();
        assertThat(pool.core().lifecycle().awaitEmpty(1)).isTrue();
    }

    @Test
    void storeIsToldOfTheLatestChangeLast() throws Exception {
        StreamLease held = lease().join();
        assertThat(pool.dialed(held.routeState(), transport, 2)).isTrue();
        transport.streams.set(3);
        transport.afterLook.set(() -> {
            transport.streams.set(1);
            pool.changeRoom(transport);
        });

        pool.changeRoom(transport);

        assertThat(transport.seats()).isEqualTo(1);
        assertThat(capacityLeft()).isZero();
    }

    @Test
    void storeKnowsForHowManyThereIsRoomWhoeverChangesItAtTheSameTime() throws Exception {
        StreamLease held = lease().join();
        transport.streams.set(2);
        assertThat(pool.dialed(held.routeState(), transport, 2)).isTrue();
        ExecutorService other = Executors.newSingleThreadExecutor();
        CyclicBarrier start = new CyclicBarrier(2);
        try {
            for (int round = 0; round < 3_000; round++) {
                Future<?> more = other.submit(() -> change(start, 1));
                change(start, -1);
                more.get(20, TimeUnit.SECONDS);

                assertThat(transport.seats()).isEqualTo(2);
                assertThat(capacityLeft()).isEqualTo(1);
            }
        } finally {
            other.shutdownNow();
        }
    }

    private void change(CyclicBarrier start, int by) {
        try {
            start.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
        transport.streams.addAndGet(by);
        pool.changeRoom(transport);
    }
}
