package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries for callers that accept only some connections. */
class LeaseIfTest {

    private final SegmentedPool<String, FakeConnection> pool = pool();

    private static SegmentedPool<String, FakeConnection> pool() {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(3, 4, PoolReusePolicy.LIFO);
        pool.maxDialing(2);
        return pool;
    }

    private Future<PoolEntry<String, FakeConnection>> lease() {
        return pool.lease("a", null, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> leased() throws Exception {
        PoolEntry<String, FakeConnection> entry = lease().get(0, TimeUnit.SECONDS);
        if (!entry.hasConnection()) {
            entry.assignConnection(new FakeConnection());
            pool.dialed(entry);
        }
        return entry;
    }

    private @Nullable PoolEntry<String, FakeConnection> leasedIf(Predicate<FakeConnection> accepted, boolean orNew)
            throws Exception {
        Future<PoolEntry<String, FakeConnection>> future = pool.leaseIf("a", null, accepted, orNew, null);
        return future == null ? null : future.get(0, TimeUnit.SECONDS);
    }

    @Test
    void takesAnIdleOneThatIsAcceptedThoughOthersAreNewer() throws Exception {
        PoolEntry<String, FakeConnection> wanted = leased();
        PoolEntry<String, FakeConnection> other = leased();
        FakeConnection connection = wanted.getConnection();
        pool.release(wanted, true);
        pool.release(other, true);

        assertThat(leasedIf(each -> each == connection, true)).isSameAs(wanted);
        assertThat(pool.getStats("a").getAvailable()).isEqualTo(1);
        assertThat(pool.getStats("a").getLeased()).isEqualTo(1);
    }

    @Test
    void takesTheNewestOfThoseThatAreAccepted() throws Exception {
        PoolEntry<String, FakeConnection> first = leased();
        PoolEntry<String, FakeConnection> second = leased();
        pool.release(first, true);
        pool.release(second, true);

        assertThat(leasedIf(each -> true, false)).isSameAs(second);
    }

    @Test
    void opensANewOneWhereNoneIsAccepted() throws Exception {
        PoolEntry<String, FakeConnection> other = leased();
        pool.release(other, true);

        PoolEntry<String, FakeConnection> opened = Objects.requireNonNull(leasedIf(connection -> false, true));

        assertThat(opened.hasConnection()).isFalse();
        assertThat(pool.getStats("a").getAvailable()).isEqualTo(1);
        assertThat(leasedIf(connection -> false, false)).isNull();
    }

    @Test
    void waitsForItsOwnDialEvenIfAnotherBecomesFree() throws Exception {
        PoolEntry<String, FakeConnection> other = leased();
        PoolEntry<String, FakeConnection> opened = Objects.requireNonNull(leasedIf(connection -> false, true));
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(opened));
        pool.dial(wait);

        pool.release(other, true);
        assertThat(wait.isDone()).isFalse();
        opened.assignConnection(new FakeConnection());
        pool.dialed(opened);

        assertThat(wait.get(0, TimeUnit.SECONDS)).isSameAs(opened);
    }

    @Test
    void opensNoneWithoutRoom() throws Exception {
        leased();
        leased();
        PoolEntry<String, FakeConnection> idle = leased();
        pool.release(idle, true);

        assertThat(leasedIf(connection -> false, true)).isNull();
        assertThat(pool.getStats("a").getAvailable()).isEqualTo(1);
    }

    @Test
    void takesNothingFromWaitingCallers() throws Exception {
        PoolEntry<String, FakeConnection> first = leased();
        leased();
        leased();
        Future<PoolEntry<String, FakeConnection>> waiting = lease();

        assertThat(leasedIf(each -> true, true)).isNull();
        pool.release(first, true);

        assertThat(waiting.get(0, TimeUnit.SECONDS)).isSameAs(first);
    }

    @Test
    void findsNothingOnARouteWithoutEntries() throws Exception {
        assertThat(leasedIf(each -> true, true)).isNull();
        assertThat(pool.getRoutes()).isEmpty();
    }

    @Test
    void sharesTheOneWithTheFewestCallersThatIsAccepted() throws Exception {
        PoolEntry<String, FakeConnection> busy = leased();
        PoolEntry<String, FakeConnection> wanted = leased();
        FakeConnection connection = wanted.getConnection();
        pool.changeCapacity(busy, 3);
        pool.changeCapacity(wanted, 2);

        assertThat(leasedIf(each -> each == connection, false)).isSameAs(wanted);
        assertThat(leasedIf(each -> each == connection, false)).as("it is full").isNull();
        assertThat(leasedIf(each -> true, false)).isSameAs(busy);
        assertThat(pool.getStats("a").getLeased()).isEqualTo(4);
        pool.release(wanted, true);
        pool.release(wanted, true);
        pool.release(busy, true);
        pool.release(busy, true);
        assertThat(pool.getTotalStats().getLeased()).isZero();
    }
}
