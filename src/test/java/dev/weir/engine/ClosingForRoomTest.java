package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A connection whose place is wanted is cut; one that just closes does so in order. */
class ClosingForRoomTest {

    private final FakeConnection connection = new FakeConnection();

    private static Future<Entry<String, FakeConnection>> lease(
            TestPool<FakeConnection> pool, String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    private Entry<String, FakeConnection> leased(TestPool<FakeConnection> pool) throws Exception {
        Entry<String, FakeConnection> entry = lease(pool, "a", null).get();
        entry.assign(connection);
        return entry;
    }

    private TestPool<FakeConnection> pool(int perRoute, int total) {
        return new TestPool<>(perRoute, total);
    }

    @Test
    void cutsAnIdleConnectionThatMakesRoomForAnotherRoute() throws Exception {
        TestPool<FakeConnection> pool = pool(1, 1);
        pool.release(leased(pool), true);

        assertThat(lease(pool, "b", null)).isDone();

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsAConnectionThatComesBackWhileAnotherRouteWaits() throws Exception {
        TestPool<FakeConnection> pool = pool(1, 1);
        Entry<String, FakeConnection> entry = leased(pool);
        Future<Entry<String, FakeConnection>> waiting = lease(pool, "b", null);

        pool.release(entry, true);

        assertThat(waiting).isDone();
        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsAConnectionOfTheOwnRouteThatTheCallerCannotUse() throws Exception {
        TestPool<FakeConnection> pool = pool(1, 2);
        Entry<String, FakeConnection> entry = leased(pool);
        entry.state("somebody else");
        pool.release(entry, true);

        assertThat(lease(pool, "a", "me")).isDone();

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsWhatIsOneTooManyWhenTheLimitIsLowered() throws Exception {
        TestPool<FakeConnection> pool = pool(2, 2);
        Entry<String, FakeConnection> other = lease(pool, "a", null).get();
        pool.release(leased(pool), true);

        pool.setMaxTotal(1);

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
        assertThat((other.connection() != null)).isFalse();
    }

    @Test
    void closesAConnectionInOrderWhosePlaceNoCallerWants() throws Exception {
        TestPool<FakeConnection> pool = pool(1, 1);
        pool.release(leased(pool), true);

        pool.sweep(any -> true);

        assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
    }
}
