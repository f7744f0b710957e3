package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** An address is ejected while shared connections lead to it. */
@org.junit.jupiter.api.Timeout(120)
class EjectedSharedDialTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .protocol(Protocol.HTTP_2)
            .ejection(e -> e.failures(1))
            .buildAsync();

    private final AsyncPool pool = new AsyncPool(CONFIG, List.of(), System::nanoTime, any -> roomy());
    private final List<StreamDial> dials = new CopyOnWriteArrayList<>();

    private static FakeTransport roomy() {
        FakeTransport transport = new FakeTransport();
        transport.streams.set(10);
        return transport;
    }

    private StreamLease lease() {
        ToldLease told = new ToldLease();
        pool.lease(ROUTE, null, LeaseTerms.ANY, null, Timeout.DISABLED, told);
        return told.lease().join();
    }

    /** Connects a lease; its dial leads to the first address that takes requests. */
    private CompletableFuture<Void> connect(StreamLease lease) {
        ToldReady told = new ToldReady();
        StreamLease.Dialer dialer = dial -> {
            TwoAddresses.lead(dial.transport().books());
            dials.add(dial);
            if (dials.size() > 1) {
                dial.succeeded(10);
            }
        };
        lease.connect(dialer, told);
        return told.call();
    }

    private Map<CloseCause, Long> closedBy(RouteState route) {
        return Snapshots.brief(route, pool.store().stats(ROUTE)).closedBy();
    }

    @Test
    void aConnectionThatIsBeingDialedThenCarriesNoRequest() throws Exception {
        List<StreamLease> leases = List.of(lease(), lease(), lease());
        RouteState route = leases.get(0).routeState();
        List<CompletableFuture<Void>> ready = leases.stream().map(this::connect).toList();
        assertThat(dials).hasSize(1);
        StreamDial first = dials.get(0);
        TwoAddresses.eject(route);

        assertThat(first.succeeded(10)).isFalse();

        assertThat(ready).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofSeconds(20)));
        assertThat(first.transport().books().isClosed()).isTrue();
        assertThat(closedBy(route)).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        assertThat(leases)
                .extracting(lease -> Objects.requireNonNull(Objects.requireNonNull(lease.transport())
                                .books()
                                .peer()
                                .health())
                        .address())
                .containsOnly(TwoAddresses.WELL);
        leases.forEach(lease -> lease.release(null, Long.MAX_VALUE));
        assertThat(pool.store().stats(ROUTE).leased()).isZero();
        assertThat(pool.core().awaitEmpty(1)).isTrue();
    }

    @Test
    void anIdleConnectionToItClosesAtOnce() {
        StreamLease lease = lease();
        RouteState route = lease.routeState();
        CompletableFuture<Void> ready = connect(lease);
        dials.get(0).succeeded(10);
        assertThat(ready).succeedsWithin(Duration.ofSeconds(20));
        lease.release(null, Long.MAX_VALUE);
        assertThat(pool.store().stats(ROUTE).idle()).isEqualTo(1);

        TwoAddresses.eject(route);

        assertThat(closedBy(route)).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        assertThat(pool.store().isUsed(ROUTE)).isFalse();
    }
}
