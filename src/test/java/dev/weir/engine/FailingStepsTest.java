package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever step of a lease fails for lack of memory, no place is lost by it. Each look at the clock and at the grade of an
 * entry is such a step.
 */
class FailingStepsTest {

    private static final int PLACES = 2;

    private final AtomicInteger looksLeft = new AtomicInteger(Integer.MAX_VALUE);
    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(PLACES, PLACES, PoolReusePolicy.LIFO, this::grade, this::nanoTime);
    private final List<PoolEntry<String, FakeConnection>> held = new ArrayList<>();

    FailingStepsTest() {
        pool.maxDialing(8);
    }

    private long nanoTime() {
        look();
        return 1;
    }

    private ReuseGrade grade(FakeConnection connection) {
        look();
        return ReuseGrade.USED;
    }

    private void look() {
        if (looksLeft.getAndDecrement() == 0) {
            throw new OutOfMemoryError("on purpose");
        }
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
            held.remove(entry); // a release that fails has taken it back, or says so
            pool.release(entry, true);
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

    private void assertAllPlacesAreFree() throws Exception {
        releaseAll();
        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.getTotalStats().getPending()).isZero();
        assertThat(pool.stats("a").dialing()).isZero();
        pool.sweep(any -> true);
        assertThat(pool.allocated("a")).isZero();
        assertThat(pool.total().taken()).isZero();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingLeaseOfANewEntryTakesNoPlace(int step) throws Exception {
        failing(step, () -> {
            lease();
            lease();
            lease();
        });

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingLeaseOfAnIdleConnectionTakesNoPlace(int step) throws Exception {
        lease();
        lease();
        connectAll();
        releaseAll();

        failing(step, () -> {
            lease();
            lease();
            lease();
        });

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingReleaseKeepsNoPlace(int step) throws Exception {
        lease();
        lease();
        connectAll();

        failing(step, this::releaseAll);

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingReleaseOfASharedEntryKeepsNoPlace(int step) throws Exception {
        lease();
        connectAll();
        pool.changeCapacity(held.get(0), 3);
        lease();
        lease();
        assertThat(held.get(2)).isSameAs(held.get(0));

        failing(step, () -> {
            pool.release(held.remove(0), true);
            pool.release(held.remove(0), true);
        });
        while (!held.isEmpty()) {
            pool.release(held.remove(0), true);
        }

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingRetirementTakesNoPlace(int step) throws Exception {
        lease();
        lease();
        connectAll();
        pool.release(held.remove(0), true);
        List<PoolEntry<String, FakeConnection>> all = List.copyOf(held);

        failing(step, () -> {
            all.forEach(pool::retire);
            pool.sweep(entry -> true);
        });

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingChangeOfCapacityTakesNoPlace(int step) throws Exception {
        lease();
        lease();
        connectAll();
        pool.release(held.remove(0), true);

        failing(step, () -> pool.changeCapacity(held.get(0), 4));
        pool.changeCapacity(held.get(0), 1);

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingCancelTakesNoPlace(int step) throws Exception {
        lease();
        lease();
        Future<PoolEntry<String, FakeConnection>> first = pool.lease("a", null, Timeout.DISABLED, null);
        Future<PoolEntry<String, FakeConnection>> second = pool.lease("a", null, Timeout.DISABLED, null);

        failing(step, () -> first.cancel(true));
        second.cancel(true);
        connectAll();

        assertAllPlacesAreFree();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingSpareDialTakesNoPlace(int step) throws Exception {
        lease();
        connectAll();

        failing(step, () -> {
            PoolEntry<String, FakeConnection> spare =
                    pool.spares().take("a", new FakeConnection(), SpareNeed.REPLACEMENT);
            if (spare != null) {
                pool.dialed(spare);
            }
        });
        cutSpares();

        assertAllPlacesAreFree();
    }

    // A spare whose end could not be told is told of again.
    private void cutSpares() {
        pool.forEachLeased(entry -> {
            if (!held.contains(entry)) {
                pool.dialFailed(entry, new IllegalStateException("cut"), false);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("steps")
    void failingBeginOfADialTakesNoPlace(int step) throws Exception {
        lease();
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(held.get(0)));

        failing(step, () -> pool.dial(wait));
        if (pool.stats("a").dialing() > 0 && !wait.isDone()) {
            wait.cancel(true);
        }
        boolean isLeft = pool.getTotalStats().getLeased() > 0;
        if (!isLeft) {
            held.clear();
        }

        assertAllPlacesAreFree();
    }
}
