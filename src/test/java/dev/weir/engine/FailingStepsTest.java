package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever step of a lease fails for want of memory, no place is lost by it. Each look at the clock is such a step. */
class FailingStepsTest {

    private static final int PLACES = 2;

    private final AtomicInteger looksLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(PLACES, PLACES, PoolReusePolicy.LIFO, any -> Grade.USED, this::nanoTime);
    private final List<PoolEntry<String, FakeConnection>> held = new ArrayList<>();

    FailingStepsTest() {
        pool.maxDialing(8);
    }

    private long nanoTime() {
        if (looksLeft.getAndDecrement() == 0) {
            throw new OutOfMemoryError("on purpose");
        }
        return 1;
    }

    static List<Integer> steps() {
        return List.of(0, 1, 2, 3, 4, 5, 6);
    }

    private void lease() throws Exception {
        Future<PoolEntry<String, FakeConnection>> future = pool.lease("a", null, Timeout.DISABLED, null);
        if (future.isDone()) {
            held.add(future.get());
        } else {
            future.cancel(true);
        }
    }

    private void connectAll() {
        for (PoolEntry<String, FakeConnection> entry : held) {
            entry.assignConnection(new FakeConnection());
            pool.dialed(entry);
        }
    }

    private void releaseAll() {
        for (PoolEntry<String, FakeConnection> entry : List.copyOf(held)) {
            pool.release(entry, true);
            held.remove(entry);
        }
    }

    private void failing(int step, Step what) throws Exception {
        looksLeft.set(step);
        try {
            what.run();
        } catch (OutOfMemoryError e) {
            assertThat(e).hasMessage("on purpose");
        } finally {
            looksLeft.set(Integer.MAX_VALUE);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private void assertAllPlacesCanBeHad() throws Exception {
        releaseAll();
        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.getTotalStats().getPending()).isZero();
        assertThat(pool.stats("a").dialing()).isZero();
        for (int i = 0; i < PLACES; i++) {
            lease();
        }
        assertThat(held).hasSize(PLACES);
        assertThat(pool.total().taken()).isEqualTo(PLACES);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void ofLeasesThatAreNewTakeNoPlace(int step) throws Exception {
        failing(step, () -> {
            lease();
            lease();
            lease();
        });

        assertAllPlacesCanBeHad();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void ofLeasesOfIdleConnectionsTakeNoPlace(int step) throws Exception {
        lease();
        lease();
        connectAll();
        releaseAll();

        failing(step, () -> {
            lease();
            lease();
            lease();
        });

        assertAllPlacesCanBeHad();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void ofReleasesKeepNoPlaceThatIsGivenBack(int step) throws Exception {
        lease();
        lease();
        connectAll();

        failing(step, this::releaseAll);

        assertAllPlacesCanBeHad();
    }
}
