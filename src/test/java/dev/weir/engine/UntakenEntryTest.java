package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries that come to callers that have just given up, in a pool whose entries begin with a connection. */
class UntakenEntryTest {

    private final TestPool<FakeConnection> pool = poolOf(1);

    private static TestPool<FakeConnection> poolOf(int capacity) {
        TestPool<FakeConnection> pool = new TestPool<>(1, 3, FakeConnection::grade, System::nanoTime);
        pool.seed(capacity, FakeConnection::new);
        return pool;
    }

    private Future<Entry<String, FakeConnection>> ask(
            @Nullable FutureCallback<Entry<String, FakeConnection>> callback) {
        return ask(pool, callback);
    }

    private static Future<Entry<String, FakeConnection>> ask(
            TestPool<FakeConnection> pool, @Nullable FutureCallback<Entry<String, FakeConnection>> callback) {
        return pool.lease("a", null, Timeout.DISABLED, callback);
    }

    @Test
    void oneThatIsNotDialedDoesNotBecomeIdle() throws ExecutionException, InterruptedException {
        Entry<String, FakeConnection> first = ask(null).get();
        List<Future<Entry<String, FakeConnection>>> waiting = new ArrayList<>();
        waiting.add(ask(new RecordingCallback() {
            @Override
            public void completed(Entry<String, FakeConnection> entry) {
                waiting.get(1).cancel(true);
            }
        }));
        waiting.add(ask(null));

        pool.setMaxPerRoute("a", 3);

        assertThat(waiting.get(1).isCancelled()).isTrue();
        assertThat(pool.getTotalStats().getAvailable()).isZero();
        assertThat(pool.total().taken()).isEqualTo(2);
        pool.release(first, true);
        assertThat(pool.getTotalStats().getAvailable()).isOne();
    }

    @Test
    void oneThatAnotherCallerIsAboutToDialStaysGoodForMore() throws ExecutionException, InterruptedException {
        TestPool<FakeConnection> shared = poolOf(2);
        ask(shared, null).get();
        ask(shared, null).get();
        List<Future<Entry<String, FakeConnection>>> waiting = new ArrayList<>();
        waiting.add(ask(shared, new RecordingCallback() {
            @Override
            public void completed(Entry<String, FakeConnection> entry) {
                waiting.get(1).cancel(true);
            }
        }));
        waiting.add(ask(shared, null));

        shared.setMaxPerRoute("a", 2);
        Future<Entry<String, FakeConnection>> next = ask(shared, null);

        assertThat(waiting.get(1).isCancelled()).isTrue();
        assertThat(next).isDone();
        assertThat(next.get()).isSameAs(waiting.get(0).get());
    }

    @Test
    void oneThatCannotBeMadeTakesNoPlace() {
        AtomicBoolean fails = new AtomicBoolean(true);
        TestPool<FakeConnection> failing = new TestPool<>(1, 1, FakeConnection::grade, System::nanoTime);
        failing.seed(1, () -> {
            if (fails.get()) {
                throw new IllegalStateException("on purpose");
            }
            return new FakeConnection();
        });

        assertThatThrownBy(() -> ask(failing, null)).hasMessage("on purpose");
        fails.set(false);

        assertThat(ask(failing, null)).isDone();
    }
}
