package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.Timeout(120)
class StreamLeaksTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(1).buildAsync();

    private final FakeTransport transport = new FakeTransport();
    private final AsyncPool pool = new AsyncPool(CONFIG, List.of(), System::nanoTime, any -> transport);
    private final StreamLeaks leaks = new StreamLeaks(pool);

    private static final class Told implements AsyncPool.Answer {
        final AtomicReference<@Nullable StreamLease> lease = new AtomicReference<>();

        @Override
        public void leased(StreamLease granted) {
            lease.set(granted);
        }

        @Override
        public void refused(Exception cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void cancelled() {
            throw new AssertionError();
        }
    }

    private StreamLease lease() {
        Told told = new Told();
        pool.lease(ROUTE, null, LeaseTerms.ANY, Timeout.DISABLED, told);
        return Objects.requireNonNull(told.lease.get());
    }

    /** Returns a lease whose connection was there before it. */
    private StreamLease reused() {
        StreamLease first = lease();
        pool.dialed(first.routeState(), transport, 2);
        StreamLease second = lease();
        first.release(null, Long.MAX_VALUE);
        assertThat(second.takePlace()).isTrue();
        return second;
    }

    private int leased() {
        return pool.store().stats().getLeased();
    }

    private static Reference<Object> hold(StreamLease lease, ReferenceQueue<Object> lost) {
        Object handle = new Object();
        lease.heldBy(handle);
        return new WeakReference<>(handle, lost);
    }

    /** Gives a lease a handle that no code keeps, and returns when that was garbage collected. */
    private static void lose(StreamLease lease) throws InterruptedException {
        ReferenceQueue<Object> lost = new ReferenceQueue<>();
        Reference<Object> handle = hold(lease, lost);
        do {
            System.gc();
        } while (lost.remove(10) != handle);
    }

    @Test
    void takesBackALostLeaseWhoseConnectionIsOpen() throws InterruptedException {
        StreamLease lease = reused();
        lose(lease);

        leaks.maintain();

        assertThat(lease.isReleased()).isTrue();
        assertThat(leased()).isZero();
    }

    @Test
    void takesBackALostLeaseWhoseConnectionWasClosedUnderIt() throws InterruptedException {
        StreamLease lease = reused();
        lose(lease);
        transport.books().close(CloseMode.IMMEDIATE);

        leaks.maintain();

        assertThat(lease.isReleased()).isTrue();
        assertThat(leased()).isZero();
    }

    @Test
    void leavesALeaseThatIsHeld() {
        StreamLease lease = reused();
        Object handle = new Object();
        lease.heldBy(handle);

        try {
            System.gc();
            leaks.maintain();

            assertThat(leased()).isEqualTo(1);
        } finally {
            Reference.reachabilityFence(handle);
        }
    }
}
