package dev.weir.internal.pool;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.SpareNeed;
import dev.weir.event.CloseCause;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An address is ejected while connections lead to it. */
@org.junit.jupiter.api.Timeout(120)
class EjectedDialTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));

    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").ejection(e -> e.failures(1)).build(),
            List.of(),
            System::nanoTime,
            any -> connected());
    private final RouteState route = pool.routes().of(ROUTE);

    private static ManagedHttpClientConnection connected() {
        AtomicBoolean isClosed = new AtomicBoolean();
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                EjectedDialTest.class.getClassLoader(),
                new Class<?>[] {ManagedHttpClientConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        isClosed.set(true);
                    }
                    return method.getReturnType() == boolean.class ? (Object) !isClosed.get() : null;
                });
    }

    private Lease lease() throws Exception {
        return new PendingLease(pool, pool.route(ROUTE), null, LeaseTerms.ANY, Timeout.ofSeconds(20)) {}.await(
                Timeout.ofSeconds(20));
    }

    private interface Pause {
        void take() throws InterruptedException;
    }

    /** Dials; ejects the address while the first connection is being established, and pauses in the others. */
    private final class EjectingDial implements TimedDial {
        private final List<PooledConnection> dialed = new CopyOnWriteArrayList<>();
        private final long limitNanos;
        private final Pause pause;

        EjectingDial(Duration limit, Pause pause) {
            this.limitNanos = limit.toNanos();
            this.pause = pause;
        }

        @Override
        public void connect(PooledConnection connection) throws IOException {
            TwoAddresses.lead(connection);
            dialed.add(connection);
            if (dialed.size() == 1) {
                TwoAddresses.eject(route);
            } else {
                pause();
            }
        }

        private void pause() throws IOException {
            try {
                pause.take();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public long limitNanos() {
            return limitNanos;
        }

        @Override
        public IOException timedOut() {
            return new ConnectTimeoutException("too late");
        }
    }

    private void assertThatOnlyTheOtherOneIsOpen(EjectingDial dial) {
        assertThat(dial.dialed)
                .extracting(each -> requireNonNull(each.peer().health()).address())
                .containsExactly(TwoAddresses.FAILING, TwoAddresses.WELL);
        assertThat(dial.dialed.get(0).isClosed()).isTrue();
        assertThat(closedBy()).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        assertThat(pool.store().allocated()).isEqualTo(1);
    }

    private Map<CloseCause, Long> closedBy() {
        return Snapshots.brief(route, pool.store().stats(ROUTE)).closedBy();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionThatIsBeingDialedThenCarriesNoRequest(boolean isHere) throws Exception {
        EjectingDial dial = new EjectingDial(Duration.ofSeconds(20), () -> {});
        Lease lease = lease();
        if (isHere) {
            lease.dialHere(dial);
        } else {
            lease.dial(dial);
        }

        assertThat(lease.openConnection()).isSameAs(dial.dialed.get(1));
        assertThatOnlyTheOtherOneIsOpen(dial);
        lease.abandon();
        assertThat(pool.store().isUsed(ROUTE)).isFalse();
        assertThat(pool.awaitEmpty(1)).isTrue();
    }

    @Test
    void theTimeToConnectGoesOn() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        EjectingDial dial = new EjectingDial(Duration.ofMillis(100), end::await);
        Lease lease = lease();

        assertThatThrownBy(() -> lease.dial(dial)).isInstanceOf(ConnectTimeoutException.class);
        end.countDown();
        lease.abandon();
        assertThat(pool.awaitEmpty(1)).isTrue();
    }

    @Test
    void oneWithoutAWaitingCallerClosesAsSoonAsItIsEstablished() throws Exception {
        Lease other = lease(); // so that the store knows the route
        EjectingDial dial = new EjectingDial(Duration.ofSeconds(20), () -> {});
        ThreadReplacementDialer dialer =
                new ThreadReplacementDialer(pool, (to, connect, read) -> dial, new DialThreads(1));
        CompletableFuture<Boolean> ended = new CompletableFuture<>();

        Objects.requireNonNull(dialer.take(route, SpareNeed.REPLACEMENT)).dial(ended::complete);

        assertThat(ended).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(false);
        assertThat(closedBy()).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 1L));
        other.abandon();
    }

    @Test
    void idleConnectionsToItCloseAtOnceAndOthersStay() throws Exception {
        List<Lease> leases = List.of(lease(), lease(), lease());
        leases.get(0).dialHere(connection -> connection.peer().leadsTo(TwoAddresses.FAILING));
        leases.get(1).dialHere(TwoAddresses::lead);
        leases.get(2).dialHere(connection -> connection.peer().leadsTo(TwoAddresses.WELL));
        PooledConnection stays = leases.get(2).openConnection();
        leases.forEach(lease -> lease.release(null, Long.MAX_VALUE));
        assertThat(pool.store().stats(ROUTE).idle()).isEqualTo(3);

        TwoAddresses.eject(route);

        assertThat(closedBy()).isEqualTo(Map.of(CloseCause.ADDRESS_EJECTED, 2L));
        assertThat(pool.store().stats(ROUTE).idle()).isEqualTo(1);
        assertThat(stays.isIdle()).isTrue();
    }
}
