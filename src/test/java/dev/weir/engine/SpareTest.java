package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Entries that no caller has asked for. */
class SpareTest {

    private final SegmentedPool<String, FakeConnection> pool = pool();

    private static SegmentedPool<String, FakeConnection> pool() {
        SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(3, 4, PoolReusePolicy.LIFO);
        pool.maxDialing(2);
        return pool;
    }

    private PoolEntry<String, FakeConnection> leased(String route) throws Exception {
        PoolEntry<String, FakeConnection> entry = lease(route).get(0, TimeUnit.SECONDS);
        entry.assignConnection(new FakeConnection());
        pool.dialed(entry);
        return entry;
    }

    private Future<PoolEntry<String, FakeConnection>> lease(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> spare(String route) {
        return Objects.requireNonNull(pool.spares().take(route, new FakeConnection()));
    }

    @Test
    void isIdleOnceItIsDialed() throws Exception {
        leased("a");
        PoolEntry<String, FakeConnection> spare = spare("a");
        assertThat(pool.getStats("a").getAvailable()).isZero();

        pool.dialed(spare);

        assertThat(pool.getStats("a").getAvailable()).isEqualTo(1);
        assertThat(lease("a").get(0, TimeUnit.SECONDS)).isSameAs(spare);
    }

    @Test
    void isGivenToACallerThatComesMeanwhile() throws Exception {
        leased("a");
        PoolEntry<String, FakeConnection> spare = spare("a");

        PoolEntry<String, FakeConnection> adopted = lease("a").get(0, TimeUnit.SECONDS);
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(adopted));
        pool.join(wait);
        assertThat(adopted).isSameAs(spare);
        assertThat(wait.isDone()).isFalse();
        pool.dialed(spare);

        assertThat(wait.get(0, TimeUnit.SECONDS)).isSameAs(spare);
    }

    @Test
    void givesItsPlaceBackIfItsDialFails() throws Exception {
        PoolEntry<String, FakeConnection> entry = leased("a");
        PoolEntry<String, FakeConnection> spare = spare("a");

        pool.dialFailed(spare, new IOException("refused"), true);
        pool.release(entry, false);

        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.getTotalStats().getAvailable()).isZero();
        assertThat(pool.getRoutes()).isEmpty();
    }

    @Test
    void takesNoPlaceThatIsNotThere() throws Exception {
        leased("a");
        leased("a");
        leased("a");
        assertThat(pool.spares().take("a", new FakeConnection()))
                .as("the route is full")
                .isNull();

        leased("b");
        assertThat(pool.spares().take("b", new FakeConnection()))
                .as("the total is reached")
                .isNull();
    }

    @Test
    void isNotDialedBesideAsManyAsAllowed() throws Exception {
        leased("a");
        spare("a");
        spare("a");
        pool.setMaxPerRoute("a", 4);

        assertThat(pool.spares().take("a", new FakeConnection())).isNull();
    }

    @Test
    void isAddedToARouteWithoutEntries() throws Exception {
        PoolEntry<String, FakeConnection> first = spare("a");
        PoolEntry<String, FakeConnection> second = spare("a");
        assertThat(pool.ready("a")).isZero();

        pool.dialed(first);
        pool.dialed(second);

        assertThat(pool.ready("a")).isEqualTo(2);
        assertThat(lease("a").get(0, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(pool.ready("a")).isEqualTo(1);
    }

    @Test
    void isDialedByItselfAfterAFailure() {
        pool.dialFailed(spare("a"), new IOException("refused"), true);

        PoolEntry<String, FakeConnection> trial = spare("a");
        assertThat(pool.spares().take("a", new FakeConnection()))
                .as("one by itself")
                .isNull();
        pool.dialed(trial);

        assertThat(spare("a")).isNotNull();
        assertThat(spare("a")).isNotNull();
        assertThat(pool.spares().take("a", new FakeConnection()))
                .as("the route is full")
                .isNull();
    }

    @Test
    void leavesNoRouteBehindIfThereIsNoPlace() throws Exception {
        for (int i = 0; i < 3; i++) {
            leased("a");
        }
        leased("b");

        assertThat(pool.spares().take("c", new FakeConnection())).isNull();

        assertThat(pool.getRoutes()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void isClosedWithThePool() throws Exception {
        leased("a");
        PoolEntry<String, FakeConnection> spare = spare("a");
        FakeConnection connection = spare.getConnection();

        pool.close(CloseMode.IMMEDIATE);
        pool.dialed(spare);

        assertThat(connection.closedBy()).isNotNull();
        assertThat(pool.spares().take("a", new FakeConnection())).isNull();
    }
}
