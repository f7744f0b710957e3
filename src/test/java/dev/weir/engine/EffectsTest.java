package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** What was decided while a gate was held, and is done once it is open. */
class EffectsTest {

    private static final int COUNT = 5;

    private final List<FakeConnection> done = new ArrayList<>();
    private final TestPool<FakeConnection> pool = new TestPool<>(10, COUNT, new Recording(), System::nanoTime);
    private final Total<String, FakeConnection> total = pool.total();
    private final Effects<String, FakeConnection> effects = new Effects<>(pool.segmented(), CloseMode.IMMEDIATE);

    private final class Recording extends FakeOwner {
        @Override
        public void close(FakeConnection connection, CloseCause cause, CloseMode mode) {
            done.add(connection);
            if (done.size() == 2) {
                throw new AssertionError("on purpose");
            }
        }
    }

    private Entry<String, FakeConnection> entry() {
        Entry<String, FakeConnection> entry = new Entry<>(pool.segment("a"));
        entry.assign(new FakeConnection());
        return entry;
    }

    private Wait<String, FakeConnection> waiter(Entry<String, FakeConnection> own, int number) {
        DialWait<String, FakeConnection> wait = own.dialWait();
        wait.failure = new IllegalStateException("failed " + number);
        return wait;
    }

    @Test
    void areDoneInTheirOrderWhateverOneOfThemThrows() {
        assertThat(IntStream.range(0, COUNT).allMatch(any -> total.take())).isTrue();
        List<Entry<String, FakeConnection>> entries =
                Stream.generate(this::entry).limit(COUNT).toList();
        List<FakeConnection> connections =
                entries.stream().map(Entry::connection).toList();
        entries.forEach(effects::discard);

        assertThat(effects.apply()).isTrue();

        assertThat(done).containsExactlyElementsOf(connections);
        assertThat(total.taken()).isZero();
        assertThat(effects.apply()).isFalse();
    }

    @Test
    void tellEachWaitingCallerOnce() throws Exception {
        Entry<String, FakeConnection> own =
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
