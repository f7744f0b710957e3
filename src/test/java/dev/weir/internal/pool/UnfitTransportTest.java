package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** What becomes of a connection of an asynchronous pool that a caller finds, and may not use. */
class UnfitTransportTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG =
            PoolConfig.builder("test").protocol(Protocol.HTTP_2).maxPerRoute(2).buildAsync();

    private final AtomicLong nowNanos = new AtomicLong();
    private final List<FakeTransport> transports = new ArrayList<>();
    // How each of those before was closed when another was made.
    private final List<List<CloseMode>> closedBefore = new ArrayList<>();
    private final AsyncPool pool = new AsyncPool(CONFIG, List.of(), nowNanos::get, any -> transport());

    private FakeTransport transport() {
        transports.forEach(earlier -> closedBefore.add(List.copyOf(earlier.closes)));
        FakeTransport next = new FakeTransport();
        transports.add(next);
        return next;
    }

    private StreamLease lease() {
        ToldLease told = new ToldLease();
        pool.lease(ROUTE, null, LeaseTerms.ANY, Timeout.DISABLED, told);
        assertThat(told.lease()).succeedsWithin(Duration.ofSeconds(20));
        return told.lease().join();
    }

    private StreamLease connected() {
        StreamLease lease = lease();
        ToldReady ready = new ToldReady();
        lease.connect(dial -> dial.succeeded(10), ready);
        assertThat(ready.call()).succeedsWithin(Duration.ofSeconds(20));
        return lease;
    }

    @Test
    void isCutBeforeItsCallerGetsAnotherIfItWasIdle() {
        connected().release(null, Long.MAX_VALUE);
        nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(1));

        lease();

        assertThat(transports).hasSize(2);
        assertThat(closedBefore).containsExactly(List.of(CloseMode.IMMEDIATE));
    }

    @Test
    void leavesItsCallerASearchThatTheCallerMayCancel() throws InterruptedException {
        AsyncPool small = new AsyncPool(
                CONFIG.toBuilder().maxPerRoute(1).buildAsync(), List.of(), nowNanos::get, any -> transport());
        StreamLease user = Leases.of(small, ROUTE).join();
        assertThat(Leases.connect(user, 10)).succeedsWithin(Duration.ofSeconds(20));
        transports.get(0).books().doom(CloseCause.MAX_LIFETIME);
        ToldLease told = new ToldLease();
        Supplier<Boolean> cancel = small.lease(ROUTE, null, LeaseTerms.ANY, Timeout.DISABLED, told);
        assertThat(told.lease()).isNotDone(); // it was refused the only connection, and waits for the place of that

        assertThat(cancel.get()).isTrue();

        assertThatThrownBy(() -> told.lease().get(20, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
        user.release(null, 0);
        assertThat(small.core().awaitEmpty(TimeUnit.SECONDS.toNanos(20))).isTrue();
    }

    @Test
    void staysOpenForThoseThatUseIt() {
        StreamLease user = connected();
        transports.get(0).books().doom(CloseCause.MAX_LIFETIME);

        lease();

        assertThat(transports).hasSize(2);
        assertThat(transports.get(0).closes).isEmpty();
        user.release(null, 0);
        assertThat(transports.get(0).closes).containsExactly(CloseMode.GRACEFUL);
    }
}
