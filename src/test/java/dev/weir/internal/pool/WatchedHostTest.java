package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.testpool.PoolClock;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Its connections lead nowhere, the answers for its name are given, and a dial ends when a test says so. */
@org.junit.jupiter.api.Timeout(120)
class WatchedHostTest {

    private static final String NAME = "upstream.test";
    private static final int PORT = 80;
    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost(NAME, PORT));
    private static final InetSocketAddress A = address(1);
    private static final InetSocketAddress B = address(2);
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final Duration NANO = Duration.ofNanos(1);

    private final PoolClock clock = new PoolClock();
    private final Answers answers = new Answers();
    private DnsTimes times = times(TTL);
    private final CachingDnsResolver names =
            new CachingDnsResolver(answers, () -> times, clock, (host, outcome, nanos) -> {});
    // Where the next connection leads.
    private @Nullable SocketAddress remote;
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").maxTotal(100).maxPerRoute(100).build(),
            List.of(),
            clock,
            any -> leadingTo(remote));
    private final RouteState route = pool.route(ROUTE);
    private final List<PooledConnection> added = new ArrayList<>();
    private final WatchedHost host = new WatchedHost(new FirstHop(NAME, PORT));

    private static InetSocketAddress address(int last) {
        return new InetSocketAddress("10.0.0." + last, PORT);
    }

    private static DnsTimes times(Duration ttl) {
        return new DnsTimes(ttl, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** Knows no address until it is given one. */
    private static final class Answers implements DnsResolver {
        private volatile List<InetSocketAddress> given = List.of();

        @Override
        public List<InetSocketAddress> resolve(String name, int port) throws UnknownHostException {
            if (given.isEmpty()) {
                throw new UnknownHostException(name);
            }
            return given;
        }

        @Override
        public InetAddress[] resolve(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String resolveCanonicalHostname(String name) {
            throw new UnsupportedOperationException();
        }
    }

    private static ManagedHttpClientConnection leadingTo(@Nullable SocketAddress address) {
        return (ManagedHttpClientConnection) Proxy.newProxyInstance(
                WatchedHostTest.class.getClassLoader(),
                new Class<?>[] {ManagedHttpClientConnection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isOpen", "isConsistent" -> true;
                    case "isStale", "isDataAvailable" -> false;
                    case "getRemoteAddress" -> address;
                    default -> null;
                });
    }

    private Lease lease(@Nullable SocketAddress to) throws Exception {
        remote = to;
        Lease lease = new PendingLease(pool, route, null, LeaseTerms.ANY, Timeout.ofSeconds(20)) {}.await(
                Timeout.ofSeconds(20));
        lease.dialHere(connection -> {});
        return lease;
    }

    private List<Lease> connections(int count, @Nullable SocketAddress to) throws Exception {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(lease(to));
        }
        leases.forEach(lease -> added.add(lease.openConnection()));
        leases.forEach(lease -> host.add(lease.openConnection()));
        return leases;
    }

    private PooledConnection connection(@Nullable SocketAddress to) throws Exception {
        return connections(1, to).get(0).openConnection();
    }

    private void answer(InetSocketAddress... addresses) throws UnknownHostException {
        answers.given = List.of(addresses);
        clock.advance(TTL);
        names.resolve(NAME, PORT);
    }

    @Test
    void hasTheConnectionsThatWereAddedSinceItForgotThem() throws Exception {
        assertThat(host.hasConnections()).isFalse();
        connection(A);
        assertThat(host.hasConnections()).isTrue();

        host.clear();

        assertThat(host.hasConnections()).isFalse();
    }

    @Nested
    class ItsName {

        private boolean refresh() {
            return host.refresh(names, times.ttl().toNanos(), clock.getAsLong());
        }

        @Test
        void isLookedUpAtThreeQuartersOfTheTimeOfItsAnswerAndNoSooner() throws Exception {
            answer(A);
            clock.advance(TTL.dividedBy(2));
            assertThat(refresh()).isFalse();
            clock.advance(TTL.dividedBy(4).minus(NANO));
            assertThat(refresh()).isFalse();

            clock.advance(NANO);

            assertThat(refresh()).isTrue();
        }

        @Test
        void isLookedUpAgainAfterAFailureNoSoonerThanAfterAnAnswer() {
            assertThat(refresh()).isTrue();
            assertThat(refresh()).isFalse();
            clock.advance(TTL.dividedBy(4).multipliedBy(3).minus(NANO));
            assertThat(refresh()).isFalse();

            clock.advance(NANO);

            assertThat(refresh()).isTrue();
            assertThat(refresh()).isFalse();
        }

        @Test
        void isNotLookedUpWithoutATimeForAnswers() {
            times = times(Duration.ZERO);

            assertThat(refresh()).isFalse();
        }

        @Test
        void isNotLookedUpAgainIfAnswersCountForever() {
            times = times(Duration.ofNanos(Long.MAX_VALUE));
            assertThat(refresh()).isTrue();
            clock.advance(Duration.ofNanos(Long.MAX_VALUE / 2));

            assertThat(refresh()).isFalse();
        }
    }

    @Nested
    class ItsDrain {

        private static final Duration STEP = Duration.ofMillis(100);

        private boolean drain() {
            return host.drain(names, STEP.toNanos(), clock.getAsLong());
        }

        private List<PooledConnection> left() {
            return added.stream()
                    .filter(connection -> connection.doom() == CloseCause.DNS_CHANGED)
                    .toList();
        }

        private void answerWithoutA() throws UnknownHostException {
            answer(A, B);
            answer(B);
            answer(B);
        }

        @Test
        void sparesAnAddressThatOneAnswerLacks() throws Exception {
            connections(2, A);
            answer(A, B);
            answer(B);

            assertThat(drain()).isFalse();

            assertThat(left()).isEmpty();
        }

        @Test
        void takesConnectionsOfAGoneAddressAlone() throws Exception {
            connection(B);
            PooledConnection gone = connection(A);
            answerWithoutA();

            assertThat(drain()).isTrue();

            assertThat(left()).containsExactly(gone);
            assertThat(drain()).isFalse();
        }

        @Test
        void takesATenthPerStepAndTheIdleFirst() throws Exception {
            List<Lease> leases = connections(20, A);
            answerWithoutA();
            List<PooledConnection> idle =
                    List.of(leases.get(7).openConnection(), leases.get(15).openConnection());
            leases.get(7).release(null, Long.MAX_VALUE);
            leases.get(15).release(null, Long.MAX_VALUE);

            assertThat(drain()).isTrue();
            assertThat(left()).containsExactlyElementsOf(idle);
            clock.advance(STEP.minus(NANO));
            assertThat(drain()).isTrue();
            assertThat(left()).hasSize(2);
            clock.advance(NANO);
            assertThat(drain()).isTrue();

            assertThat(left()).hasSize(4);
        }

        @Test
        void takesAllInTenStepsAndThenBeginsAgain() throws Exception {
            connections(20, A);
            answerWithoutA();
            drain();
            clock.advance(STEP.multipliedBy(9));
            drain();
            assertThat(left()).hasSize(20);
            assertThat(drain()).isFalse();

            connections(20, A);
            drain();

            assertThat(left()).hasSize(22);
        }

        @Test
        void sparesThoseThatLeaveAnyway() throws Exception {
            connection(A).doom(CloseCause.MAX_LIFETIME);
            answerWithoutA();

            assertThat(drain()).isFalse();

            assertThat(left()).isEmpty();
        }

        @Test
        void sparesThoseWhoseAddressIsNotKnown() throws Exception {
            connection(null);
            connection(InetSocketAddress.createUnresolved(NAME, PORT));
            answerWithoutA();

            assertThat(drain()).isFalse();

            assertThat(left()).isEmpty();
        }

        @Test
        void sparesAllBeforeThereIsAnAnswer() throws Exception {
            connection(A);

            assertThat(drain()).isFalse();

            assertThat(left()).isEmpty();
        }
    }
}
