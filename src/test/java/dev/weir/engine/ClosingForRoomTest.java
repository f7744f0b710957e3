package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A connection whose place is wanted is cut; one that just closes does so in order. */
class ClosingForRoomTest {

    private final FakeConnection connection = new FakeConnection();

    private static Future<PoolEntry<String, FakeConnection>> lease(
            SegmentedPool<String, FakeConnection> pool, String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> leased(SegmentedPool<String, FakeConnection> pool) throws Exception {
        PoolEntry<String, FakeConnection> entry = lease(pool, "a", null).get();
        entry.assignConnection(connection);
        return entry;
    }

    private SegmentedPool<String, FakeConnection> pool(int perRoute, int total) {
        return new SegmentedPool<>(perRoute, total, PoolReusePolicy.LIFO);
    }

    @Test
    void cutsAnIdleConnectionThatMakesRoomForAnotherRoute() throws Exception {
        SegmentedPool<String, FakeConnection> pool = pool(1, 1);
        pool.release(leased(pool), true);

        assertThat(lease(pool, "b", null)).isDone();

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsAConnectionThatComesBackWhileAnotherRouteWaits() throws Exception {
        SegmentedPool<String, FakeConnection> pool = pool(1, 1);
        PoolEntry<String, FakeConnection> entry = leased(pool);
        Future<PoolEntry<String, FakeConnection>> waiting = lease(pool, "b", null);

        pool.release(entry, true);

        assertThat(waiting).isDone();
        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsAConnectionOfTheOwnRouteThatTheCallerCannotUse() throws Exception {
        SegmentedPool<String, FakeConnection> pool = pool(1, 2);
        PoolEntry<String, FakeConnection> entry = leased(pool);
        entry.updateState("somebody else");
        pool.release(entry, true);

        assertThat(lease(pool, "a", "me")).isDone();

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
    }

    @Test
    void cutsWhatIsOneTooManyWhenTheLimitIsLowered() throws Exception {
        SegmentedPool<String, FakeConnection> pool = pool(2, 2);
        PoolEntry<String, FakeConnection> other = lease(pool, "a", null).get();
        pool.release(leased(pool), true);

        pool.setMaxTotal(1);

        assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
        assertThat(other.hasConnection()).isFalse();
    }

    @Test
    void closesAConnectionInOrderWhosePlaceNoCallerWants() throws Exception {
        SegmentedPool<String, FakeConnection> pool = pool(1, 1);
        pool.release(leased(pool), true);

        pool.sweep(any -> true);

        assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
    }
}
