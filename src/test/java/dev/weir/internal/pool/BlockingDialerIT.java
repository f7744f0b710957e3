package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.thread.NoThreadException;
import dev.weir.internal.thread.ScarceThreads;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dials of a blocking pool, for which the machine has no thread at times. */
class BlockingDialerIT {

    private static final Timeout PATIENCE = Timeout.ofSeconds(30);

    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").maxPerRoute(2).build(),
            List.of(),
            System::nanoTime,
            ManagedHttpClientConnectionFactory.INSTANCE);
    private final LoopbackServer server = LoopbackServer.http().start();
    private final HttpRoute route = new HttpRoute(new HttpHost("localhost", server.port()));
    private final ScarceThreads threads = new ScarceThreads("dial");
    private final ExecutorService executor = Executors.newCachedThreadPool(threads);

    @AfterEach
    void close() {
        pool.close();
        executor.shutdownNow();
        server.close();
    }

    private void dialWith() {
        Lease.Dialer dials =
                (unused, connect, read) -> connection -> connection.bind(new Socket("localhost", server.port()));
        pool.routes().dialer = new BlockingDialer(dials, executor);
    }

    private Lease lease() throws Exception {
        Lease lease = new Lease(pool.route(route), null, LeaseTerms.ANY, PATIENCE);
        lease.await(PATIENCE);
        return lease;
    }

    private static void connect(Lease lease) throws Exception {
        lease.connect(
                connection -> {
                    throw new AssertionError("the route dials");
                },
                PATIENCE,
                () -> new IOException("too slow"));
    }

    @Test
    void failForLackOfAThreadAndLeaveTheirPlaceToTheNext() throws Exception {
        dialWith();
        for (int i = 0; i < 5; i++) {
            threads.refuse(1);
            Lease refused = lease();

            assertThatThrownBy(() -> connect(refused)).isInstanceOf(NoThreadException.class);
            refused.release(null, 0);
            assertThat(pool.route(route).allocated()).isZero();
        }

        Lease first = lease();
        connect(first);
        Lease second = lease();
        connect(second);

        assertThat(first.isConnected()).isTrue();
        assertThat(second.isConnected()).isTrue();
        first.release(null, 0);
        second.release(null, 0);
        assertThat(pool.route(route).allocated()).isZero();
    }
}
