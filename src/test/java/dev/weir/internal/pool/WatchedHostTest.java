package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Address;
import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.SpareNeed;
import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.dns.WeightedAddress;
import dev.weir.testpool.PoolClock;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
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
    private static final InetSocketAddress A = AddressSharesTest.address(1);
    private static final InetSocketAddress B = AddressSharesTest.address(2);
    private static final InetSocketAddress C = AddressSharesTest.address(3);
    private static final Duration TTL = Duration.ofMinutes(1);
    private static final Duration NANO = Duration.ofNanos(1);
    private static final int MOST = 8;

    private final PoolClock clock = new PoolClock();
    private final Answers answers = new Answers();
    private DnsTimes times = times(TTL);
    private final CachingDnsResolver names =
            new CachingDnsResolver(answers, () -> times, clock, (host, outcome, nanos) -> {});
    // Where the next connection leads.
    private @Nullable SocketAddress remote;
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test")
                    .maxTotal(100)
                    .maxPerRoute(100)
                    .ejection(e -> e.failures(1).time(Duration.ofHours(1)).maxTime(Duration.ofHours(1)))
                    .build(),
            List.of(),
            clock,
            any -> leadingTo(remote));
    private final RouteState route = pool.route(ROUTE);
    private final Dials dials = new Dials();
    private final ConnectionMover mover = new ConnectionMover(pool, dials);
    private final WatchedHost host = new WatchedHost(new FirstHop(NAME, PORT));

    private static DnsTimes times(Duration ttl) {
        return new DnsTimes(ttl, Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO, Duration.ZERO);
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

    private static final class Dials implements ReplacementDialer {
        private final List<Consumer<Boolean>> begun = new ArrayList<>();
        private boolean areRefused;
        private boolean mayBeMore;

        @Override
        public @Nullable Replacement take(RouteState of, SpareNeed need) {
            return areRefused ? null : begun::add;
        }

        @Override
        public boolean mayServeAll(RouteState of) {
            return false;
        }

        @Override
        public boolean mayHaveMore(RouteState of) {
            return mayBeMore;
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
        lease.dialHere(connection -> {
            if (to instanceof InetSocketAddress address) {
                connection.peer().leadsTo(address);
            }
        });
        return lease;
    }

    private List<Lease> connections(int count, @Nullable SocketAddress to) throws Exception {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(lease(to));
        }
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

    private static InetSocketAddress weighted(InetSocketAddress address, int weight) {
        return new WeightedAddress(Address.of(address).weight(weight));
    }

    private void eject(InetSocketAddress bad, InetSocketAddress well) {
        RouteEjections ejections = route.ejections();
        ejections.order(List.of(bad, well));
        ejections.answered(ejections.of(well), 200);
        assertThat(ejections.failed(ejections.of(bad), EjectionReason.RESET)).isTrue();
    }

    private boolean look() {
        return look(MOST);
    }

    private boolean look(int most) {
        return host.rebalance(names, mover, most, clock.getAsLong());
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
            return host.refresh(names, clock.getAsLong());
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

        @Test
        void isUsedForTheTimeOfItsAnswer() throws Exception {
            assertThat(host.useNanos(names)).isEqualTo(TTL.toNanos());

            answer(new WeightedAddress(Address.of(A).ttl(Duration.ofSeconds(20))));

            assertThat(host.useNanos(names)).isEqualTo(Duration.ofSeconds(20).toNanos());
        }
    }

    @Nested
    class ItsDrain {

        private static final Duration STEP = Duration.ofMillis(100);

        private final List<PooledConnection> left = new ArrayList<>();

        private boolean drain() {
            return host.drain(names, STEP.toNanos(), this::leave, clock.getAsLong());
        }

        private void leave(PooledConnection connection) {
            connection.doom(CloseCause.DNS_CHANGED);
            left.add(connection);
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

            assertThat(left).isEmpty();
        }

        @Test
        void takesConnectionsOfAGoneAddressAlone() throws Exception {
            connection(B);
            PooledConnection gone = connection(A);
            answerWithoutA();

            assertThat(drain()).isTrue();

            assertThat(left).containsExactly(gone);
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
            assertThat(left).containsExactlyElementsOf(idle);
            clock.advance(STEP.minus(NANO));
            assertThat(drain()).isTrue();
            assertThat(left).hasSize(2);
            clock.advance(NANO);
            assertThat(drain()).isTrue();

            assertThat(left).hasSize(4);
        }

        @Test
        void takesAllInTenStepsAndThenBeginsAgain() throws Exception {
            connections(20, A);
            answerWithoutA();
            drain();
            clock.advance(STEP.multipliedBy(9));
            drain();
            assertThat(left).hasSize(20);
            assertThat(drain()).isFalse();

            connections(20, A);
            drain();

            assertThat(left).hasSize(22);
        }

        @Test
        void sparesThoseThatLeaveAnyway() throws Exception {
            connection(A).doom(CloseCause.MAX_LIFETIME);
            answerWithoutA();

            assertThat(drain()).isFalse();

            assertThat(left).isEmpty();
        }

        @Test
        void sparesThoseWhoseAddressIsNotKnown() throws Exception {
            connection(null);
            connection(InetSocketAddress.createUnresolved(NAME, PORT));
            answerWithoutA();

            assertThat(drain()).isFalse();

            assertThat(left).isEmpty();
        }

        @Test
        void sparesAllBeforeThereIsAnAnswer() throws Exception {
            connection(A);

            assertThat(drain()).isFalse();

            assertThat(left).isEmpty();
        }
    }

    @Nested
    class ItsRebalance {

        private void firstIsThere() throws Exception {
            dials.begun.get(0).accept(true);
            connection(B);
        }

        @Test
        void beginsWithAnAnswerThatHasAnAddressWithoutAConnection() throws Exception {
            connections(4, A);
            assertThat(look()).isFalse();
            answer(A, B);

            assertThat(look()).isTrue();

            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void doesNotBeginWithoutANewAnswer() throws Exception {
            List<Lease> leases = connections(2, A);
            connection(B);
            answer(A, B);
            assertThat(look()).isFalse();
            host.clear();
            leases.forEach(lease -> host.add(lease.openConnection()));
            assertThat(look()).isFalse();
            assertThat(dials.begun).isEmpty();

            answer(A, B);

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void triesAnotherOneWhenTheFirstHasNotMovedForASecond() throws Exception {
            connections(4, A);
            answer(A, B);
            look();
            clock.advance(Duration.ofNanos(Rebalance.PATIENCE_NANOS).minus(NANO));
            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);

            clock.advance(NANO);
            assertThat(look()).isTrue();

            assertThat(dials.begun).hasSize(2);
        }

        @Test
        void endsWhenAllAddressesHaveTheirShare() throws Exception {
            connections(2, A);
            answer(A, B);
            look();
            firstIsThere();

            assertThat(look()).isTrue();

            assertThat(look()).isFalse();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void movesNoMoreAtOnceThanAllowed() throws Exception {
            connections(20, A);
            answer(A, B);
            look();
            firstIsThere();
            look(0);
            clock.advance(Duration.ofSeconds(10));

            look(3);
            look(3);

            assertThat(dials.begun).hasSize(1 + 3);
        }

        @Test
        void goesOnWithThoseThatCouldNotMove() throws Exception {
            connections(12, A);
            answer(A, B);
            look();
            firstIsThere();
            dials.areRefused = true;
            for (int i = 0; i < 50; i++) {
                look();
                clock.advance(Duration.ofMillis(300));
            }
            dials.areRefused = false;

            assertThat(look()).isTrue();

            assertThat(dials.begun).hasSizeGreaterThan(1);
        }

        @Test
        void countsNoneThatLeavesAnyway() throws Exception {
            connection(A).doom(CloseCause.MAX_LIFETIME);
            connection(A);
            answer(A, B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        @Test
        void countsNoneWhoseAddressIsNotKnown() throws Exception {
            connection(A);
            connection(null);
            connection(InetSocketAddress.createUnresolved(NAME, PORT));
            answer(A, B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        @Test
        void leavesAnEjectedAddressAlone() throws Exception {
            connections(4, A);
            eject(B, A);
            answer(A, B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        @Test
        void beginsWhenAnAddressIsBackThoughItHasAConnectionAlready() throws Exception {
            connections(5, A);
            eject(B, A);
            answer(A, B);
            connection(B);
            assertThat(look()).isFalse();

            route.ejections().answered(route.ejections().of(B), 200);

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void beginsWhenAnEjectedAddressTakesConnectionsAgainAndDoesNotCountItsProbe() throws Exception {
            connections(4, A);
            eject(B, A);
            answer(A, B);
            connection(B);
            assertThat(look()).isFalse();

            route.ejections().order(List.of(B)); // a lookup with fewer addresses, of which half take requests

            assertThat(route.isOut(B)).isTrue();
            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void doesNotBeginWhenAnAddressIsEjected() throws Exception {
            connections(5, A);
            connection(B);
            connection(C);
            answer(A, B, C);
            assertThat(look()).isFalse();

            eject(C, A);

            assertThat(look()).isFalse();
            assertThat(dials.begun).isEmpty();
        }

        @Test
        void beginsWhenTheWeightOfAnAddressChanges() throws Exception {
            connections(2, A);
            connections(2, B);
            answer(weighted(A, 1), weighted(B, 1));
            assertThat(look()).isFalse();

            answer(weighted(A, 3), weighted(B, 1));

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
            assertThat(route.ejections().of(A).weight()).isEqualTo(3);
            assertThat(route.ejections().of(B).weight()).isEqualTo(1);
        }

        @Test
        void doesNotBeginWithTheFirstWeightsButNotesThem() throws Exception {
            connection(A);
            connections(3, B);

            answer(weighted(A, 3), weighted(B, 1));

            assertThat(look()).isFalse();
            assertThat(dials.begun).isEmpty();
            assertThat(route.ejections().of(A).weight()).isEqualTo(3);
        }
    }

    @Nested
    class OneMoreConnection {

        @Test
        void isOpenedToAnAddressThatCameWhileExchangesAreMoreThanConnections() throws Exception {
            dials.mayBeMore = true;
            connection(A);
            answer(A);
            assertThat(look()).isFalse();
            answer(A, B);
            assertThat(look()).isFalse();

            lease(A);

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void isOpenedOncePerAnswer() throws Exception {
            twoExchangesOnOneConnectionToA();
            answer(A, B);
            assertThat(look()).isTrue();
            dials.begun.get(0).accept(false);
            assertThat(look()).isFalse();

            answer(A, B);

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(2);
        }

        @Test
        void isOpenedLaterWhereThatIsNotPossibleAtOnce() throws Exception {
            twoExchangesOnOneConnectionToA();
            dials.mayBeMore = false;
            answer(A, B);
            assertThat(look()).isFalse();

            dials.mayBeMore = true;

            assertThat(look()).isTrue();
            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void isNotOpenedWhileConnectionsMove() throws Exception {
            twoExchangesOnOneConnectionToA();
            connection(A);
            lease(A);
            answer(A, B);

            assertThat(look()).isTrue();

            assertThat(dials.begun).hasSize(1);
        }

        @Test
        void isNotOpenedIfAllLeaveAnyway() throws Exception {
            twoExchangesOnOneConnectionToA().doom(CloseCause.MAX_LIFETIME);
            answer(A, B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        @Test
        void isNotOpenedIfTheAddressOfAllIsGone() throws Exception {
            twoExchangesOnOneConnectionToA();
            answer(A, B);
            answer(B);
            answer(B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        @Test
        void isNotOpenedForAnEjectedAddress() throws Exception {
            twoExchangesOnOneConnectionToA();
            eject(B, A);
            answer(A, B);

            assertThat(look()).isFalse();

            assertThat(dials.begun).isEmpty();
        }

        private PooledConnection twoExchangesOnOneConnectionToA() throws Exception {
            dials.mayBeMore = true;
            PooledConnection connection = connection(A);
            lease(A);
            answer(A);
            assertThat(look()).isFalse();
            return connection;
        }
    }
}
