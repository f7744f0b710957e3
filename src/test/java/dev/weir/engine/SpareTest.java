package dev.weir.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Entries that no caller has asked for. */
class SpareTest {

    private final TestPool<FakeConnection> pool = pool();

    private static TestPool<FakeConnection> pool() {
        TestPool<FakeConnection> pool = new TestPool<>(3, 4);
        pool.maxDialing(2);
        return pool;
    }

    private Entry<String, FakeConnection> leased(String route) throws Exception {
        Entry<String, FakeConnection> entry = lease(route).get(0, TimeUnit.SECONDS);
        entry.assign(new FakeConnection());
        entry.dialed();
        return entry;
    }

    private Future<Entry<String, FakeConnection>> lease(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    private Entry<String, FakeConnection> spare(String route) {
        return Objects.requireNonNull(pool.segment(route).spare(new FakeConnection()));
    }

    @Test
    void isIdleOnceItIsDialed() throws Exception {
        leased("a");
        Entry<String, FakeConnection> spare = spare("a");
        assertThat(pool.getStats("a").getAvailable()).isZero();

        spare.dialed();

        assertThat(pool.getStats("a").getAvailable()).isEqualTo(1);
        assertThat(lease("a").get(0, TimeUnit.SECONDS)).isSameAs(spare);
    }

    @Test
    void isGivenToACallerThatComesMeanwhile() throws Exception {
        leased("a");
        Entry<String, FakeConnection> spare = spare("a");

        Entry<String, FakeConnection> adopted = lease("a").get(0, TimeUnit.SECONDS);
        DialWait<String, FakeConnection> wait = adopted.dialWait();
        wait.join();
        assertThat(adopted).isSameAs(spare);
        assertThat(wait.isDone()).isFalse();
        spare.dialed();

        assertThat(wait.get(0, TimeUnit.SECONDS)).isSameAs(spare);
    }

    @Test
    void givesItsPlaceBackIfItsDialFails() throws Exception {
        Entry<String, FakeConnection> entry = leased("a");
        Entry<String, FakeConnection> spare = spare("a");

        spare.dialFailed(new IOException("refused"), true);
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
        assertThat(pool.segment("a").spare(new FakeConnection()))
                .as("the route is full")
                .isNull();

        leased("b");
        assertThat(pool.segment("b").spare(new FakeConnection()))
                .as("the total is reached")
                .isNull();
    }

    @Test
    void isNotDialedBesideAsManyAsAllowed() throws Exception {
        leased("a");
        spare("a");
        spare("a");
        pool.setMaxPerRoute("a", 4);

        assertThat(pool.segment("a").spare(new FakeConnection())).isNull();
    }

    @Test
    void isAddedToARouteWithoutEntries() throws Exception {
        Entry<String, FakeConnection> first = spare("a");
        Entry<String, FakeConnection> second = spare("a");
        assertThat(pool.segment("a").ready()).isZero();

        first.dialed();
        second.dialed();

        assertThat(pool.segment("a").ready()).isEqualTo(2);
        assertThat(lease("a").get(0, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(pool.segment("a").ready()).isEqualTo(1);
    }

    @Test
    void isDialedByItselfAfterAFailure() {
        spare("a").dialFailed(new IOException("refused"), true);

        Entry<String, FakeConnection> trial = spare("a");
        assertThat(pool.segment("a").spare(new FakeConnection()))
                .as("one by itself")
                .isNull();
        trial.dialed();

        assertThat(spare("a")).isNotNull();
        assertThat(spare("a")).isNotNull();
        assertThat(pool.segment("a").spare(new FakeConnection()))
                .as("the route is full")
                .isNull();
    }

    @Test
    void leavesNoRouteBehindIfThereIsNoPlace() throws Exception {
        for (int i = 0; i < 3; i++) {
            leased("a");
        }
        leased("b");

        assertThat(pool.segment("c").spare(new FakeConnection())).isNull();

        assertThat(pool.getRoutes()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void isClosedWithThePool() throws Exception {
        leased("a");
        Entry<String, FakeConnection> spare = spare("a");
        FakeConnection connection = requireNonNull(spare.connection());

        pool.close(CloseMode.IMMEDIATE);
        spare.dialed();

        assertThat(connection.closedBy()).isNotNull();
        assertThat(pool.segment("a").spare(new FakeConnection())).isNull();
    }
}
