package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** What was decided while a gate was held, and is done once it is open. */
class EffectsTest {

    private static final int COUNT = 5;

    private final SegmentedPool<String, FakeConnection> pool = new SegmentedPool<>(10, 10, PoolReusePolicy.LIFO);
    private final TotalLimit<String, FakeConnection> total = new TotalLimit<>(COUNT);
    private final Effects<String, FakeConnection> effects = new Effects<>(total, CloseMode.IMMEDIATE);
    private final List<String> done = new ArrayList<>();

    private Slot<String, FakeConnection> slot(int number) {
        PoolEntry<String, FakeConnection> entry = new PoolEntry<>("a", null, (connection, mode) -> {
            done.add("closed " + number);
            if (number == 1) {
                throw new AssertionError("on purpose");
            }
        });
        entry.assignConnection(new FakeConnection());
        return new Slot<>(entry);
    }

    private Wait<String, FakeConnection> waiter(PoolEntry<String, FakeConnection> own, int number) {
        DialWait<String, FakeConnection> wait = Objects.requireNonNull(pool.dialWait(own));
        wait.failure = new IllegalStateException("failed " + number);
        return wait;
    }

    @Test
    void areDoneInTheirOrderWhateverOneOfThemThrows() {
        assertThat(IntStream.range(0, COUNT).allMatch(any -> total.take())).isTrue();
        IntStream.range(0, COUNT).mapToObj(this::slot).forEach(effects::discard);

        assertThat(effects.apply()).isTrue();

        assertThat(done).containsExactly("closed 0", "closed 1", "closed 2", "closed 3", "closed 4");
        assertThat(total.taken()).isZero();
        assertThat(effects.apply()).isFalse();
    }

    @Test
    void tellEachWaitingCallerOnce() throws Exception {
        PoolEntry<String, FakeConnection> own =
                pool.lease("a", null, Timeout.DISABLED, null).get();
        List<Wait<String, FakeConnection>> waits = IntStream.range(0, COUNT)
                .mapToObj(number -> waiter(own, number))
                .toList();

        waits.forEach(effects::end);
        waits.forEach(effects::end);
        effects.apply();

        assertThat(waits).allMatch(Wait::isDone);
    }
}
