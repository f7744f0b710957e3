package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.Timeout(120)
class AsyncPoolTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(1).buildAsync();

    private final FakeTransport transport = new FakeTransport();
    private final AsyncPool pool = new AsyncPool(CONFIG, List.of(), System::nanoTime, any -> transport);

    private CompletableFuture<StreamLease> lease() {
        return lease(pool);
    }

    private static CompletableFuture<StreamLease> lease(AsyncPool of) {
        return Leases.of(of, ROUTE);
    }

    /** Returns how many more callers the store lets onto the connection. */
    private int capacityLeft() {
        List<Entry<HttpRoute, PooledConnection>> entries = new ArrayList<>();
        RouteState route = pool.core().routes().of(ROUTE);
        Entry<HttpRoute, PooledConnection> next = route.tryLease(null, LeaseTerms.ANY);
        while (next != null) {
            entries.add(next);
            next = route.tryLease(null, LeaseTerms.ANY);
        }
        entries.forEach(entry -> entry.release(true));
        return entries.size();
    }

    @Test
    void aCallerOfAClosedStoreIsTold() throws InterruptedException {
        pool.core().store().close(CloseMode.GRACEFUL);
        CompletableFuture<StreamLease> lease = lease();

        assertThat(lease).isCompletedExceptionally();
        assertThat(pool.core().awaitEmpty(1)).isTrue();
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
    void storeKnowsForHowManyThereIsRoomUnderConcurrentChanges() throws Exception {
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

    @Test
    void countsEveryRequestOfCallersThatShareAConnection() throws Exception {
        lease().join();
        PooledConnection books = transport.books();
        int threads = 4;
        int requests = 20_000;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                all.add(callers.submit(() -> IntStream.range(0, requests).forEach(request -> books.used())));
            }
            for (Future<?> one : all) {
                one.get(20, TimeUnit.SECONDS);
            }

            assertThat(books.uses()).isEqualTo((long) threads * requests);
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    void aServerThatAdmitsNoCallIsDialedAgainBesideAFullConnection() throws Exception {
        List<FakeTransport> dialed = new ArrayList<>();
        AsyncPool open = new AsyncPool(
                PoolConfig.builder("test")
                        .protocol(Protocol.HTTP_2)
                        .maxPerRoute(5)
                        .buildAsync(),
                List.of(),
                System::nanoTime,
                any -> {
                    dialed.add(new FakeTransport());
                    return dialed.get(dialed.size() - 1);
                });
        StreamLease full = lease(open).join();
        assertThat(open.dialed(full.routeState(), dialed.get(0), 2)).isTrue();
        dialed.get(0).streams.set(1);
        open.changeRoom(dialed.get(0));
        StreamLease shutOut = lease(open).join();
        assertThat(open.dialed(shutOut.routeState(), dialed.get(1), 0)).isTrue();
        open.retire(dialed.get(1), CloseCause.SERVER_CLOSE_HEADER);
        shutOut.release(null, 0);

        assertThat(lease(open)).succeedsWithin(Duration.ofSeconds(20));
        assertThat(dialed).hasSize(3);
    }

    @Test
    void aServerThatEndsEveryConnectionAtOnceIsNotDialedForever() throws Exception {
        AtomicInteger dialed = new AtomicInteger();
        AsyncPool all = new AsyncPool(CONFIG, List.of(), System::nanoTime, any -> {
            FakeTransport ended = new FakeTransport();
            ended.open = false;
            return ended;
        });
        StreamLease lease = lease(all).join();
        ToldReady told = new ToldReady();

        lease.connect(
                dial -> {
                    dialed.incrementAndGet();
                    dial.succeeded(10);
                },
                told);

        assertThat(told.call())
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(ConnectionClosedException.class);
        assertThat(dialed).hasValueLessThan(10);
        lease.release(null, 0);
        assertThat(all.core().awaitEmpty(1)).isTrue();
    }

    private static StreamLease connected(AsyncPool pool) {
        StreamLease lease = lease(pool).join();
        assertThat(Leases.connect(lease, 10)).succeedsWithin(Duration.ofSeconds(20));
        return lease;
    }

    @Test
    void aConnectionThatItsServerClosesBetweenLeaseAndRequestWasClosedIdle() {
        connected(pool).release(null, TimeUnit.MINUTES.toNanos(1));
        StreamLease lease = lease().join();
        transport.open = false;

        lease.release(null, 0);

        PoolSnapshot now = Snapshots.of(pool.core().routes(), pool.store(), true, System.nanoTime());
        assertThat(now.routes().get(0).closedBy()).containsExactly(entry(CloseCause.SERVER_CLOSED_IDLE, 1L));
    }

    @Test
    void aLeaseThatMovesToAConnectionDialedForItIsNotReused() {
        List<FakeTransport> dialed = new ArrayList<>();
        AsyncPool moving = new AsyncPool(CONFIG, List.of(), System::nanoTime, any -> {
            FakeTransport next = new FakeTransport();
            next.streams.set(10);
            dialed.add(next);
            return next;
        });
        connected(moving).release(null, TimeUnit.MINUTES.toNanos(1));
        StreamLease lease = lease(moving).join();
        assertThat(lease.isReused()).isTrue();
        dialed.get(0).open = false;
        ToldReady told = new ToldReady();

        lease.connect(dial -> dial.succeeded(10), told);

        assertThat(told.call()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(dialed).hasSize(2);
        assertThat(lease.isReused()).isFalse();
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
