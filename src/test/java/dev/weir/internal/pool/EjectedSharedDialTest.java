package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
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

/** An address is ejected while connections lead to it that callers share. */
@org.junit.jupiter.api.Timeout(120)
class EjectedSharedDialTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final InetSocketAddress FAILING = address(1);
    private static final InetSocketAddress WELL = address(2);
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .protocol(Protocol.HTTP_2)
            .ejection(e -> e.failures(1))
            .buildAsync();

    private final AsyncPool pool =
            new AsyncPool(CONFIG, StreamSettings.of(CONFIG), List.of(), System::nanoTime, EjectedSharedDialTest::roomy);
    private final List<StreamDial> dials = new CopyOnWriteArrayList<>();

    private static InetSocketAddress address(int last) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), 80);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static FakeTransport roomy() {
        FakeTransport transport = new FakeTransport();
        transport.streams.set(10);
        return transport;
    }

    private StreamLease lease() {
        CompletableFuture<StreamLease> lease = new CompletableFuture<>();
        pool.lease(ROUTE, null, LeaseTerms.ANY, Timeout.DISABLED, new AsyncPool.Answer() {
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
        });
        return lease.join();
    }

    /** Has a lease connected; its dial leads to the first address that takes requests. */
    private CompletableFuture<Void> connect(StreamLease lease) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        StreamLease.Dialer dialer = dial -> {
            PeerObserver peer = dial.transport().books().peer();
            peer.leadsTo(peer.order(List.of(FAILING, WELL)).get(0));
            dials.add(dial);
            if (dials.size() > 1) {
                dial.succeeded(10);
            }
        };
        lease.connect(dialer, new StreamLease.Ready() {
            @Override
            public void ready() {
                ready.complete(null);
            }

            @Override
            public void failed(Exception cause) {
                ready.completeExceptionally(cause);
            }
        });
        return ready;
    }

    private void ejectTheFailingOne(RouteState route) {
        RouteEjections ejections = route.ejections();
        ejections.answered(ejections.of(WELL), 200);
        ejections.failed(ejections.of(FAILING), EjectionReason.RESET);
        assertThat(ejections.isOut(FAILING)).isTrue();
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
        ejectTheFailingOne(route);

        assertThat(first.succeeded(10)).isFalse();

        assertThat(ready).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofSeconds(20)));
        assertThat(first.transport().books().isClosed()).isTrue();
        assertThat(closedBy(route)).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        assertThat(leases)
                .extracting(lease -> Objects.requireNonNull(lease.transport())
                        .books()
                        .peer()
                        .address())
                .containsOnly(WELL);
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

        ejectTheFailingOne(route);

        assertThat(closedBy(route)).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        assertThat(pool.store().isUsed(ROUTE)).isFalse();
    }
}
