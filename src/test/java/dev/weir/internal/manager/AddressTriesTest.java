package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Spread;
import dev.weir.engine.LeaseTerms;
import dev.weir.event.ConnectAttempt;
import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent.AddressEjected;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.internal.event.LeaseFactsData;
import dev.weir.internal.manager.AddressTries.Try;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.PendingLease;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.testpool.EventRecorder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTriesTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final InetSocketAddress FIRST = new InetSocketAddress("10.0.0.1", 80);
    private static final InetSocketAddress SECOND = new InetSocketAddress("10.0.0.2", 80);
    private static final SocketAddress OF_A_FILE = UnixDomainSocketAddress.of("no-file");

    private static final long MILLI = 1_000_000;

    // The clock may have any value, and soon overflows.
    private static final long START = Long.MAX_VALUE - 10;

    private final IOException refused = new ConnectException("refused");
    private final EventRecorder events = new EventRecorder();
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").build(),
            List.of(events),
            System::nanoTime,
            socket -> new DefaultManagedHttpClientConnection("test"));
    private final Addresses addresses = new Addresses(() -> Spread.FIRST, route -> null);

    private Lease lease;
    private PooledConnection connection;
    private AddressTries tries;

    @BeforeEach
    void begin() throws Exception {
        AtomicReference<@Nullable PooledConnection> made = new AtomicReference<>();
        lease = lease();
        lease.dialHere(made::set);
        connection = Objects.requireNonNull(made.get());
        tries = new AddressTries(addresses, connection);
    }

    private Lease lease() throws Exception {
        return new PendingLease(pool, pool.route(ROUTE), null, LeaseTerms.ANY, Timeout.ofSeconds(20)) {}.await(
                Timeout.ofSeconds(20));
    }

    private static long at(long afterNanos) {
        return START + afterNanos;
    }

    /** Tries an address from the start on, and ends that. */
    private Try ended(SocketAddress address) {
        tries.begun(address, START);
        return Objects.requireNonNull(tries.end(address));
    }

    private List<ConnectAttempt> noted() {
        LeaseFactsData facts = new LeaseFactsData();
        facts.begin(0);
        lease.describe(facts, connection);
        return facts.connects();
    }

    private void assertThatOneIsNoted(SocketAddress address, long nanos, @Nullable Throwable cause) {
        assertThat(noted()).singleElement().satisfies(attempt -> {
            assertThat(attempt.address()).isEqualTo(address);
            assertThat(attempt.time()).isEqualTo(Duration.ofNanos(nanos));
            assertThat(attempt.failure().orElse(null)).isSameAs(cause);
        });
    }

    private static void assertThatItWasGivenUp(ConnectAttempt attempt, SocketAddress address, String why) {
        assertThat(attempt.address()).isEqualTo(address);
        assertThat(attempt.failure())
                .get()
                .isInstanceOf(InterruptedIOException.class)
                .extracting(Throwable::getMessage)
                .isEqualTo(why);
    }

    /** In which order the next connection tries the addresses. */
    private List<InetSocketAddress> nextOrder(long nowNanos) {
        return addresses.begin(connection, List.of(FIRST, SECOND), nowNanos);
    }

    @Test
    void areUnderWayFromTheirBeginToTheirEnd() {
        tries.begun(FIRST, START);
        tries.begun(SECOND, at(5));
        assertThat(tries.count()).isEqualTo(2);

        Try ended = Objects.requireNonNull(tries.end(FIRST));

        assertThat(ended.address()).isEqualTo(FIRST);
        assertThat(ended.sinceNanos()).isEqualTo(START);
        assertThat(tries.count()).isEqualTo(1);
    }

    @Test
    void endOnce() {
        tries.begun(FIRST, START);
        tries.end(FIRST);

        assertThat(tries.end(FIRST)).isNull();
        assertThat(tries.end(SECOND)).isNull();
    }

    @Test
    void endTogetherTheOldestOneFirst() {
        tries.begun(SECOND, START);
        tries.begun(FIRST, at(5));

        assertThat(tries.endAll()).extracting(Try::address).containsExactly(SECOND, FIRST);

        assertThat(tries.count()).isZero();
        assertThat(tries.endAll()).isEmpty();
    }

    @Test
    void putAnAddressLastThatFailed() {
        Try ended = ended(FIRST);

        tries.failed(ended, refused, at(7));

        assertThatOneIsNoted(FIRST, 7, refused);
        assertThat(nextOrder(at(7))).containsExactly(SECOND, FIRST);
    }

    @Test
    void putAnAddressLastThatHadALongTurnWhenTheDialWasGivenUp() {
        Try ended = ended(FIRST);

        tries.abandoned(ended, refused, at(250 * MILLI));

        assertThatOneIsNoted(FIRST, 250 * MILLI, refused);
        assertThat(nextOrder(at(250 * MILLI))).containsExactly(SECOND, FIRST);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 250 * MILLI - 1})
    void sayNothingOfAnAddressWhoseTurnWasShortWhenTheDialWasGivenUp(long nanos) {
        Try ended = ended(FIRST);

        tries.abandoned(ended, refused, at(nanos));

        assertThatOneIsNoted(FIRST, nanos, refused);
        assertThat(nextOrder(at(nanos))).containsExactly(FIRST, SECOND);
    }

    @Test
    void sayNothingOfAnAddressThatMadeRoomForTheNext() {
        Try ended = ended(FIRST);

        tries.madeRoom(ended, at(300 * MILLI));

        assertThat(noted())
                .singleElement()
                .satisfies(attempt -> assertThatItWasGivenUp(
                        attempt,
                        FIRST,
                        "Given up after 300 ms: the pool had no room to try the next address beside it"));
        assertThat(nextOrder(at(300 * MILLI))).containsExactly(FIRST, SECOND);
    }

    @Test
    void noteTheWinnerAloneIfNoOtherAddressWasTried() {
        Try winner = ended(FIRST);

        tries.won(winner, List.of(), List.of(), at(3));

        assertThatOneIsNoted(FIRST, 3, null);
        assertThat(nextOrder(at(3))).containsExactly(FIRST, SECOND);
    }

    @Test
    void noteTheLosersBeforeTheWinner() {
        Try loser = ended(FIRST);
        Try winner = ended(SECOND);

        tries.won(winner, List.of(loser), List.of(), at(300 * MILLI));

        List<ConnectAttempt> noted = noted();
        assertThat(noted).hasSize(2);
        assertThatItWasGivenUp(noted.get(0), FIRST, "Given up after 300 ms: another address took the connection");
        assertThat(noted.get(1).address()).isEqualTo(SECOND);
        assertThat(noted.get(1).failure()).isEmpty();
    }

    @Test
    void sayNothingOfALoserThatHadNotHadItsTurn() {
        Try loser = ended(FIRST);
        Try winner = ended(SECOND);

        tries.won(winner, List.of(loser), List.of(), at(5));

        assertThat(nextOrder(at(5))).containsExactly(FIRST, SECOND);
    }

    @Test
    void putAnAddressLastThatWasOvertaken() {
        Try loser = ended(FIRST);
        Try winner = ended(SECOND);

        tries.won(winner, List.of(loser), List.of(FIRST), at(300 * MILLI));

        assertThat(nextOrder(at(300 * MILLI))).containsExactly(SECOND, FIRST);
    }

    @Test
    void putAnAddressInItsPlaceAgainThatIsConnected() {
        tries.failed(ended(FIRST), refused, at(1));

        tries.succeeded(FIRST);

        assertThat(nextOrder(at(1))).containsExactly(FIRST, SECOND);
    }

    @Test
    void leadTheConnectionToTheWinnerThoughAnotherAddressWasTriedLast() throws Exception {
        lease().dialHere(dialed -> {
            AddressTries race = new AddressTries(addresses, dialed);
            race.begun(FIRST, START);
            race.begun(SECOND, at(1));
            Try winner = Objects.requireNonNull(race.end(FIRST));
            race.won(winner, race.endAll(), List.of(), at(2));
        });

        DialEnded dialed = events.of(DialEnded.class).get(1);
        assertThat(dialed.remoteAddress()).contains(FIRST);
    }

    @Test
    void leadTheConnectionToTheAddressThatIsStillTriedThoughAnEarlierOneFails() throws Exception {
        lease().dialHere(dialed -> {
            AddressTries race = new AddressTries(addresses, dialed);
            race.begun(FIRST, START);
            race.begun(SECOND, at(1));
            race.failed(Objects.requireNonNull(race.end(FIRST)), refused, at(2));
        });

        DialEnded dialed = events.of(DialEnded.class).get(1);
        assertThat(dialed.remoteAddress()).contains(SECOND);
    }

    @Test
    void countFailuresForTheAddressThatWasTriedThoughTheConnectionLeadsElsewhere() {
        nextOrder(START);
        for (int i = 0; i < 5; i++) {
            tries.begun(FIRST, START);
            tries.begun(SECOND, START);
            connection.peer().answered(200);
            tries.failed(Objects.requireNonNull(tries.end(FIRST)), refused, at(1));
        }

        AddressEjected ejected = events.only(AddressEjected.class);
        assertThat(ejected.address()).isEqualTo(FIRST);
        assertThat(ejected.reason()).isEqualTo(EjectionReason.CONNECT);
        assertThat(ejected.failures()).isEqualTo(5);
    }

    @Test
    void noteWhatIsNoAddressOfAHostWithoutJudgingIt() {
        tries.failed(ended(OF_A_FILE), refused, at(1));
        tries.abandoned(ended(OF_A_FILE), refused, at(250 * MILLI));
        tries.won(ended(OF_A_FILE), List.of(), List.of(), at(3));
        tries.succeeded(OF_A_FILE);

        assertThat(noted())
                .hasSize(3)
                .allSatisfy(attempt -> assertThat(attempt.address()).isEqualTo(OF_A_FILE));
        assertThat(nextOrder(at(3))).containsExactly(FIRST, SECOND);
    }
}
