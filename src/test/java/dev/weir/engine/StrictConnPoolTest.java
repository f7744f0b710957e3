package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Future;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;

/** Proves the contract itself on HttpCore's pool, and shows where that pool falls short of what ours adds. */
class StrictConnPoolTest extends PoolContract {

    @Override
    ManagedConnPool<String, FakeConnection> newPool(int perRoute, int total, PoolReusePolicy policy) {
        return new StrictConnPool<>(perRoute, total, TimeValue.NEG_ONE_MILLISECOND, policy, null);
    }

    @Test
    void leavesWaitingCallersWaitingWhenItIsClosed() {
        pool().setMaxTotal(1);
        dial("a");
        Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

        pool().close(CloseMode.IMMEDIATE);

        assertThat(waiting).isNotDone();
    }

    @Test
    void doesNotServeWaitingCallersWhenALimitIsRaised() {
        pool().setMaxTotal(1);
        dial("a");
        Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

        pool().setMaxTotal(2);

        assertThat(waiting).isNotDone();
    }

    @Test
    void keepsIdleConnectionsAboveALoweredLimit() {
        PoolEntry<String, FakeConnection> first = dial("a");
        PoolEntry<String, FakeConnection> second = dial("a");
        pool().release(first, true);
        pool().release(second, true);

        pool().setMaxTotal(1);

        assertTotals(0, 2, 0);
    }

    @Test
    void countsCallersThatGaveUpAsWaiting() {
        pool().setMaxTotal(1);
        dial("a");

        ask("a", null).cancel(true);

        assertThat(pool().getTotalStats().getPending()).isEqualTo(1);
    }
}
