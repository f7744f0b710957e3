package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Two connections to a server that took three seconds for each call, and what later callers with one second get. */
class FastAgainTest {

    private static final long SLOW = TimeUnit.SECONDS.toNanos(3);
    private static final long FAST = TimeUnit.MILLISECONDS.toNanos(30);
    private static final Timeout PATIENCE = Timeout.ofSeconds(1);

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(2, 2, PoolReusePolicy.LIFO, FakeConnection::grade, nowNanos::get);

    private Future<PoolEntry<String, FakeConnection>> ask() {
        return pool.lease("a", null, PATIENCE, null);
    }

    private List<PoolEntry<String, FakeConnection>> leaseBoth() throws Exception {
        return List.of(ask().get(), ask().get());
    }

    private void slowCalls() throws Exception {
        pool.maxDialing(8);
        for (PoolEntry<String, FakeConnection> entry : leaseBoth()) {
            entry.assignConnection(new FakeConnection());
            pool.dialed(entry);
            pool.release(entry, true);
        }
        for (int round = 0; round < 4; round++) {
            List<PoolEntry<String, FakeConnection>> leased = leaseBoth();
            nowNanos.addAndGet(SLOW);
            leased.forEach(entry -> pool.release(entry, true));
        }
    }

    @Test
    void servesCallersBehindYoungLeasesOfAServerThatMayBeFastAgain() throws Exception {
        slowCalls();

        List<PoolEntry<String, FakeConnection>> leased = leaseBoth();
        List<Future<PoolEntry<String, FakeConnection>>> waiting =
                Stream.of(ask(), ask()).toList();
        nowNanos.addAndGet(FAST);
        leased.forEach(entry -> pool.release(entry, true));

        assertThat(waiting).allMatch(Future::isDone);
        for (Future<PoolEntry<String, FakeConnection>> served : waiting) {
            assertThat(served.get()).isNotNull();
        }
    }

    @Test
    void refusesCallersBehindLeasesThatAreOldAlready() throws Exception {
        slowCalls();
        leaseBoth();
        nowNanos.addAndGet(SLOW / 2);

        Future<PoolEntry<String, FakeConnection>> refused = ask();

        assertThat(refused).isDone();
        assertThatThrownBy(refused::get).hasCauseInstanceOf(HopelessWaitException.class);
    }
}
