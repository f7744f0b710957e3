package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Segment;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.manager.BlockingDialer;
import dev.weir.internal.thread.NoThreadException;
import dev.weir.internal.thread.ScarceThreads;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.IOCallback;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases of a blocking pool, and the dials for which they wait. */
class LeaseIT {

    private static final Timeout PATIENCE = Timeout.ofSeconds(30);

    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").maxPerRoute(2).build(),
            SettingNames.PLAIN,
            List.of(),
            System::nanoTime,
            BlockingConnection::new);
    private final LoopbackServer server = LoopbackServer.http().start();
    private final HttpRoute route = new HttpRoute(new HttpHost("localhost", server.port()));
    private final ScarceThreads threads = new ScarceThreads("dial");
    private final ExecutorService executor = Executors.newCachedThreadPool(threads);

    @AfterEach
    void close() {
        boolean isEmpty = pool.drain(Duration.ofSeconds(30));
        executor.shutdownNow();
        server.close();
        assertThat(isEmpty).as("no caller is left").isTrue();
    }

    private void dialWith(Executor on, IOCallback<BlockingConnection> dialer) {
        pool.dialer = new BlockingDialer(dialer, on);
    }

    private void bind(BlockingConnection connection) throws IOException {
        connection.own().bind(new Socket("localhost", server.port()));
    }

    private void assertRoute(int leased, int idle, int dialing) {
        Segment.Stats now = pool.route(route).stats();
        assertThat(List.of(now.leased(), now.idle(), now.dialing(), now.pending()))
                .as("leased, idle, dialing, pending")
                .containsExactly(leased, idle, dialing, 0);
    }

    private Lease lease() throws Exception {
        Lease lease = new Lease(pool.route(route), null, LeaseTerms.ANY, PATIENCE);
        lease.await(PATIENCE);
        return lease;
    }

    private static void connect(Lease lease) throws Exception {
        lease.connect(PATIENCE, () -> new IOException("too slow"));
    }

    @Test
    void failForLackOfAThreadAndLeaveTheirPlaceToTheNext() throws Exception {
        dialWith(executor, this::bind);
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

        assertThat(first.established()).isNotNull();
        assertThat(second.established()).isNotNull();
        first.release(null, 0);
        second.release(null, 0);
        assertThat(pool.route(route).allocated()).isZero();
    }

    @Test
    void endWithTheLeaseThatWaitsForThem() throws Exception {
        List<Runnable> dials = new ArrayList<>();
        dialWith(dials::add, this::bind);
        Lease lease = lease();
        assertRoute(0, 0, 1);

        lease.release(null, 0);

        assertRoute(0, 0, 0);
        assertThat(pool.unconnected).isEmpty();
        dials.get(0).run();
        assertRoute(0, 0, 0);
        server.awaitOpen(0, PoolCall.PATIENCE);
    }

    @Test
    void leaveToOthersWhatTheyEstablishedForALeaseThatIsReleased() throws Exception {
        List<Runnable> dials = new ArrayList<>();
        dialWith(dials::add, this::bind);
        Lease lease = lease();
        dials.get(0).run();
        assertRoute(1, 0, 0);

        lease.release(null, 0);

        assertRoute(0, 1, 0);
        assertThat(pool.unconnected).isEmpty();
        Lease next = lease();
        assertThat(next.established()).isNotNull();
        next.release(null, 0);
    }

    @Test
    void closeTheSocketIfTheyFail() throws Exception {
        dialWith(Runnable::run, connection -> {
            bind(connection);
            throw new IOException("on purpose");
        });
        Lease lease = lease();

        server.awaitOpen(0, PoolCall.PATIENCE);
        assertThatThrownBy(() -> connect(lease)).hasRootCauseMessage("on purpose");
        assertRoute(0, 0, 0);
        lease.release(null, 0);
    }

    // An interrupt wakes the caller, and before it runs it is served.
    @Test
    void noneIsLostIfItsCallerIsInterruptedAsItIsServed() throws Exception {
        pool.reconfigure(PoolConfig.builder("test").maxPerRoute(1).build());
        dialWith(executor, this::bind);
        Lease held = lease();
        connect(held);
        Lease late = new Lease(pool.route(route), null, LeaseTerms.ANY, Timeout.ofMilliseconds(1));
        assertThatThrownBy(() -> late.await(PATIENCE)).isInstanceOf(PoolExhaustedException.class);
        int served = 0;
        for (int i = 0; i < 1_000 && served < 20; i++) {
            Lease waiting = new Lease(pool.route(route), null, LeaseTerms.ANY, PATIENCE);
            FutureTask<Boolean> told = new FutureTask<>(() -> isServed(waiting));
            Thread caller = new Thread(told, "caller");
            caller.start();
            PoolCall.awaitUntil(() -> caller.getState().name().endsWith("WAITING"));

            caller.interrupt();
            held.release(null, Long.MAX_VALUE);

            boolean isServed = told.get(20, TimeUnit.SECONDS);
            assertRoute(isServed ? 1 : 0, isServed ? 0 : 1, 0);
            served += isServed ? 1 : 0;
            held = isServed ? waiting : lease();
        }
        assertThat(served).isPositive();
        held.release(null, 0);
    }

    private static boolean isServed(Lease waiting) throws Exception {
        try {
            waiting.await(PATIENCE);
            assertThat(Thread.interrupted()).isTrue();
            return true;
        } catch (InterruptedException e) {
            assertThat(waiting.connection()).isNull();
            return false;
        }
    }
}
