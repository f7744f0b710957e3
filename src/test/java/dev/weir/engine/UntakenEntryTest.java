package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries that come to callers that have just given up, in a pool whose entries begin with a connection. */
class UntakenEntryTest {

    private final SegmentedPool<String, FakeConnection> pool = poolOf(1);

    private static SegmentedPool<String, FakeConnection> poolOf(int capacity) {
        return new SegmentedPool<>(
                1,
                3,
                PoolReusePolicy.LIFO,
                (connection, mode) -> connection.close(mode),
                FakeConnection::grade,
                new EntryFactory<>() {
                    @Override
                    public FakeConnection connection(String route) {
                        return new FakeConnection();
                    }

                    @Override
                    public int capacity(String route) {
                        return capacity;
                    }
                });
    }

    private Future<PoolEntry<String, FakeConnection>> ask(
            @Nullable FutureCallback<PoolEntry<String, FakeConnection>> callback) {
        return ask(pool, callback);
    }

    private static Future<PoolEntry<String, FakeConnection>> ask(
            SegmentedPool<String, FakeConnection> pool,
            @Nullable FutureCallback<PoolEntry<String, FakeConnection>> callback) {
        return pool.lease("a", null, Timeout.DISABLED, callback);
    }

    @Test
    void oneThatIsNotDialedDoesNotBecomeIdle() throws ExecutionException, InterruptedException {
        PoolEntry<String, FakeConnection> first = ask(null).get();
        List<Future<PoolEntry<String, FakeConnection>>> waiting = new ArrayList<>();
        waiting.add(ask(new RecordingCallback() {
            @Override
            public void completed(PoolEntry<String, FakeConnection> entry) {
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
        SegmentedPool<String, FakeConnection> shared = poolOf(2);
        ask(shared, null).get();
        ask(shared, null).get();
        List<Future<PoolEntry<String, FakeConnection>>> waiting = new ArrayList<>();
        waiting.add(ask(shared, new RecordingCallback() {
            @Override
            public void completed(PoolEntry<String, FakeConnection> entry) {
                waiting.get(1).cancel(true);
            }
        }));
        waiting.add(ask(shared, null));

        shared.setMaxPerRoute("a", 2);
        Future<PoolEntry<String, FakeConnection>> next = ask(shared, null);

        assertThat(waiting.get(1).isCancelled()).isTrue();
        assertThat(next).isDone();
        assertThat(next.get()).isSameAs(waiting.get(0).get());
    }

    @Test
    void oneThatCannotBeMadeTakesNoPlace() {
        AtomicBoolean fails = new AtomicBoolean(true);
        SegmentedPool<String, FakeConnection> failing = new SegmentedPool<>(
                1,
                1,
                PoolReusePolicy.LIFO,
                (connection, mode) -> connection.close(mode),
                FakeConnection::grade,
                new EntryFactory<>() {
                    @Override
                    public FakeConnection connection(String route) {
                        if (fails.get()) {
                            throw new IllegalStateException("on purpose");
                        }
                        return new FakeConnection();
                    }

                    @Override
                    public int capacity(String route) {
                        return 1;
                    }
                });

        assertThatThrownBy(() -> ask(failing, null)).hasMessage("on purpose");
        fails.set(false);

        assertThat(ask(failing, null)).isDone();
    }
}
