package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How fast callers that share one connection give it back, as far as the pool can tell: one entry for two of them. */
class HoldTimesTest {

    private static final long HALF_A_SECOND = TimeUnit.MILLISECONDS.toNanos(500);

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(1, 1, PoolReusePolicy.LIFO, FakeConnection::grade, nowNanos::get);
    private PoolEntry<String, FakeConnection> shared;

    @BeforeEach
    void dial() throws ExecutionException, InterruptedException {
        pool.maxDialing(8);
        shared = ask(Timeout.DISABLED).get();
        shared.assignConnection(new FakeConnection());
        pool.changeCapacity(shared, 2);
        pool.dialed(shared);
    }

    private Future<PoolEntry<String, FakeConnection>> ask(Timeout timeout) {
        return pool.lease("a", null, timeout, null);
    }

    private void pass(long nanos) {
        nowNanos.addAndGet(nanos);
    }

    private double perSecondOfRefusal(Timeout timeout) {
        Future<PoolEntry<String, FakeConnection>> asked = ask(timeout);
        assertThat(asked).isDone();
        try {
            throw new AssertionError("Served with " + asked.get());
        } catch (InterruptedException | ExecutionException e) {
            if (e.getCause() instanceof HopelessWaitException refusal) {
                return refusal.perSecond();
            }
            throw new AssertionError(e);
        }
    }

    @Test
    void holdsThatOverlapAreMeasuredEachFromItsOwnBeginning() {
        pass(HALF_A_SECOND);
        assertThat(ask(Timeout.DISABLED)).isDone();
        for (int i = 0; i < 40; i++) {
            pass(HALF_A_SECOND);
            pool.release(shared, true);
            assertThat(ask(Timeout.DISABLED)).isDone();
        }

        pass(HALF_A_SECOND);
        double perSecond = perSecondOfRefusal(Timeout.ofMilliseconds(400));

        assertThat(perSecond).isCloseTo(2, within(0.1));
    }

    @Test
    void holdsThatBeginAndEndTogetherAreMeasuredInFull() {
        pool.release(shared, true);
        for (int i = 0; i < 8; i++) {
            assertThat(ask(Timeout.DISABLED)).isDone();
            assertThat(ask(Timeout.DISABLED)).isDone();
            pass(2 * HALF_A_SECOND);
            pool.release(shared, true);
            pool.release(shared, true);
        }
        assertThat(ask(Timeout.DISABLED)).isDone();
        assertThat(ask(Timeout.DISABLED)).isDone();

        pass(HALF_A_SECOND);
        double perSecond = perSecondOfRefusal(Timeout.ofMilliseconds(400));

        assertThat(perSecond).isCloseTo(2, within(0.2));
    }
}
