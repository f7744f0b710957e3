package dev.weir.internal.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.testpool.EventRecorder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressRaceTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final InetSocketAddress FIRST = new InetSocketAddress("10.0.0.1", 80);
    private static final InetSocketAddress SECOND = new InetSocketAddress("10.0.0.2", 80);
    private static final InetSocketAddress THIRD = new InetSocketAddress("10.0.0.3", 80);

    private static final long MILLI = 1_000_000;

    // The clock may have any value, and soon overflows.
    private static final long START = Long.MAX_VALUE - 10;

    private final IOException refused = new ConnectException("refused");
    private final EventRecorder events = new EventRecorder();
    private final ConnectionPool pool = new ConnectionPool(
            PoolConfig.builder("test").build(),
            SettingNames.PLAIN,
            List.of(events),
            System::nanoTime,
            BlockingConnection::new);

    private PooledConnection connection;

    @BeforeEach
    void begin() throws Exception {
        DnsTimes never = new DnsTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        CompletableFuture<PooledConnection> dialed = new CompletableFuture<>();
        pool.open(
                new CachingDnsResolver(SystemDefaultDnsResolver.INSTANCE, () -> never, System::nanoTime, pool.events),
                new BlockingDialer(dialed::complete));
        new Lease(pool.route(ROUTE), null, LeaseTerms.ANY, Timeout.ofSeconds(20)).await(Timeout.ofSeconds(20));
        connection = dialed.get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void end() {
        pool.close();
    }

    private static long at(long afterNanos) {
        return START + afterNanos;
    }

    private AddressRace race(long limitNanos, SocketAddress... order) {
        return new AddressRace(connection, List.of(order), START + limitNanos);
    }

    private AddressRace race(SocketAddress... order) {
        return race(2_000 * MILLI, order);
    }

    private static AddressRace.Try tried(AddressRace race, long nowNanos) {
        return Objects.requireNonNull(race.begin(nowNanos));
    }

    private static @Nullable SocketAddress begin(AddressRace race, long nowNanos) {
        AddressRace.Try begun = race.begin(nowNanos);
        return begun == null ? null : begun.address;
    }

    @Test
    void triesAddressesAQuarterOfASecondApart() {
        AddressRace race = race(FIRST, SECOND, THIRD);

        assertThat(begin(race, START)).isEqualTo(FIRST);
        assertThat(begin(race, at(249 * MILLI))).isNull();
        assertThat(race.nextNanos(at(200 * MILLI))).isEqualTo(50 * MILLI);
        assertThat(begin(race, at(250 * MILLI))).isEqualTo(SECOND);
        assertThat(begin(race, at(499 * MILLI))).isNull();
        assertThat(begin(race, at(500 * MILLI))).isEqualTo(THIRD);
        assertThat(race.nextNanos(at(600 * MILLI))).isEqualTo(Long.MAX_VALUE);
        assertThat(race.leftNanos(at(600 * MILLI))).isEqualTo(1_400 * MILLI);
    }

    @Test
    void goesOnAtOnceWhenTheNewestFails() {
        AddressRace race = race(FIRST, SECOND);
        AddressRace.Try first = tried(race, START);

        assertThat(first.failed(refused, at(1))).isTrue();

        assertThat(begin(race, at(1))).isEqualTo(SECOND);
    }

    @Test
    void triesAllWhenThereIsLittleTime() {
        AddressRace race = race(300 * MILLI, FIRST, SECOND, THIRD);

        race.begin(START);
        assertThat(begin(race, at(99 * MILLI))).isNull();
        assertThat(begin(race, at(100 * MILLI))).isEqualTo(SECOND);
        assertThat(begin(race, at(200 * MILLI))).isEqualTo(THIRD);
    }

    @Test
    void beginsNothingWhenTheTimeIsOver() {
        AddressRace race = race(100 * MILLI, FIRST, SECOND);
        tried(race, START).failed(refused, at(100 * MILLI));

        assertThat(begin(race, at(100 * MILLI))).isNull();
        assertThat(race.leftNanos(at(100 * MILLI))).isZero();
        assertThat(race.isLost()).as("one was never tried").isFalse();
    }

    @Test
    void isLostWhenAllHaveFailedAndTellsAllFailures() {
        AddressRace race = race(FIRST, SECOND);
        IOException last = new ConnectException("refused, too");
        tried(race, START).failed(refused, at(1));
        AddressRace.Try second = tried(race, at(1));
        assertThat(race.isLost()).isFalse();

        second.failed(last, at(2));

        assertThat(race.isLost()).isTrue();
        assertThat(race.failure()).isSameAs(last).hasSuppressedException(refused);
    }

    @Test
    void beginsNothingOnceItIsWon() {
        AddressRace race = race(FIRST, SECOND, THIRD);
        AtomicInteger givenUp = new AtomicInteger();
        AddressRace.Try first = tried(race, START);
        first.cancelBy(givenUp::incrementAndGet);
        AddressRace.Try second = tried(race, at(250 * MILLI));

        assertThat(second.won(at(300 * MILLI))).isTrue();
        second.cancelBy(givenUp::incrementAndGet);

        assertThat(begin(race, at(600 * MILLI))).isNull();
        assertThat(race.nextNanos(at(600 * MILLI))).isEqualTo(Long.MAX_VALUE);
        assertThat(first.won(at(301 * MILLI))).as("one connection is enough").isFalse();
        assertThat(first.failed(refused, at(301 * MILLI))).isFalse();
        assertThat(givenUp).as("the other one").hasValue(1);
    }
}
