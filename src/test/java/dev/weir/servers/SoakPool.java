package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** A pool under a soak, its client, and its listener. Thread-safe. */
final class SoakPool implements AutoCloseable {

    private final ManagedPool pool;
    private final Client client;
    private final Heard heard;

    private SoakPool(ManagedPool pool, Client client, Heard heard) {
        this.pool = pool;
        this.client = client;
        this.heard = heard;
    }

    static SoakPool open(ClientKind kind, Target target) {
        Heard heard = new Heard();
        HttpPoolBuilder builder = HttpPool.builder("soak-" + kind)
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPerRoute(8)
                .listener(heard)
                .timeouts(t -> t.unordered()
                        .poolWait(Duration.ofSeconds(2))
                        .connect(Duration.ofSeconds(3))
                        .read(Duration.ofSeconds(3))
                        .total(Duration.ofSeconds(6)));
        if (kind == ClientKind.BLOCKING) {
            HttpPool pool = builder.build();
            return new SoakPool(pool, new BlockingCaller(pool.client(), pool::close), heard);
        }
        AsyncHttpPool pool = builder.protocol(kind.isHttp2() ? Protocol.HTTP_2 : Protocol.HTTP_1_1)
                .buildAsync();
        Client client = kind == ClientKind.BLOCKING_CLIENT_HTTP_2
                ? new BlockingCaller(pool.blockingClient(), pool::close)
                : new AsyncCaller(pool.client(), pool::close);
        return new SoakPool(pool, client, heard);
    }

    Client client() {
        return client;
    }

    void reconfigure(int maxPerRoute) {
        pool.reconfigure(pool.config().toBuilder().maxPerRoute(maxPerRoute).build());
    }

    void evictIdle() {
        pool.evictIdle();
    }

    /** Waits until nothing is leased, and checks that the counts of the pool add up, and equal those of its listener. */
    PoolSnapshot balanced() {
        PoolSnapshot rest = PoolBooks.atRest(pool);
        // The pool counts first, and then calls its listener.
        long leases = Soak.settled(heard.leases::sum, sum -> sum == PoolBooks.leases(pool));
        long closes = Soak.settled(heard.closes::sum, sum -> sum == closed());
        assertThat(leases).as("leases heard of").isEqualTo(PoolBooks.leases(pool));
        assertThat(closes).as("closed connections heard of").isEqualTo(closed());
        return rest;
    }

    private long closed() {
        return pool.snapshot().routes().stream()
                .mapToLong(RouteSnapshot::closed)
                .sum();
    }

    @Override
    public String toString() {
        return pool.name() + " " + pool.snapshot().idle();
    }

    @Override
    public void close() throws IOException {
        client.close();
    }

    private static final class Heard implements PoolListener {

        private final LongAdder leases = new LongAdder();
        private final LongAdder closes = new LongAdder();

        @Override
        public void onEvent(PoolEvent event) {
            if (event instanceof PoolEvent.LeaseEnded) {
                leases.increment();
            } else if (event instanceof PoolEvent.ConnectionClosed) {
                closes.increment();
            }
        }
    }
}
