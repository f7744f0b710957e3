package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import dev.weir.testpool.PoolCall;
import java.lang.ref.Reference;
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
    private final AsyncPool pool =
            new AsyncPool(CONFIG, StreamSettings.of(CONFIG), List.of(), System::nanoTime, () -> transport);
    private final StreamLeaks leaks = new StreamLeaks(pool);

    private static final class Told implements AsyncPool.Answer {
        final AtomicReference<@Nullable StreamLease> lease = new AtomicReference<>();

        @Override
        public void leased(StreamLease granted) {
            lease.set(granted);
        }

        @Override
        public void failed(Exception cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void cancelled() {
            throw new AssertionError();
        }
    }

    private StreamLease lease() {
        Told told = new Told();
        pool.lease(ROUTE, null, LeaseTerms.ANY, null, Timeout.DISABLED, told);
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
        return pool.store().getTotalStats().getLeased();
    }

    private boolean isTakenBack() {
        System.gc();
        leaks.maintain();
        return leased() == 0;
    }

    @Test
    void takesBackALostLeaseWhoseConnectionIsOpen() {
        StreamLease lease = reused();
        lease.heldBy(new Object());

        PoolCall.awaitUntil(this::isTakenBack);

        assertThat(lease.isReleased()).isTrue();
    }

    @Test
    void takesBackALostLeaseWhoseConnectionWasClosedUnderIt() {
        StreamLease lease = reused();
        lease.heldBy(new Object());
        transport.books().close(CloseMode.IMMEDIATE);

        PoolCall.awaitUntil(this::isTakenBack);

        assertThat(lease.isReleased()).isTrue();
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
