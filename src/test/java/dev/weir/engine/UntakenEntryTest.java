package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries that come to callers that have just given up, and places of callers that are gone. */
class UntakenEntryTest {

    private final TestPool<FakeConnection> pool = new TestPool<>(1, 3, FakeConnection::grade, System::nanoTime);

    private Future<Entry<String, FakeConnection>> ask(
            @Nullable FutureCallback<Entry<String, FakeConnection>> callback) {
        return pool.lease("a", null, Timeout.DISABLED, callback);
    }

    @Test
    void oneThatIsNotDialedDoesNotBecomeIdle() throws ExecutionException, InterruptedException {
        pool.seed(1, FakeConnection::new);
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
    void oneThatCannotBeMadeTakesNoPlace() {
        pool.setMaxTotal(1);
        AtomicBoolean fails = new AtomicBoolean(true);
        pool.seed(1, () -> {
            if (fails.get()) {
                throw new IllegalStateException("on purpose");
            }
            return new FakeConnection();
        });

        assertThatThrownBy(() -> ask(null)).hasMessage("on purpose");
        fails.set(false);

        assertThat(ask(null)).isDone();
    }

    @Test
    void aCallerThatHasWaitedLongEnoughLeavesTheQueue() throws Exception {
        ask(null).get();
        Future<Entry<String, FakeConnection>> waiting = ask(null);

        assertThatThrownBy(() -> waiting.get(1, TimeUnit.NANOSECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(waiting).isCancelled();
        assertThat(pool.getTotalStats().getPending()).isZero();
    }

    @Test
    @SuppressWarnings("unchecked")
    void anInterruptIsLeftToACallerThatWasServedMeanwhile() throws Exception {
        ask(null).get();
        Wait<String, FakeConnection> asked = (Wait<String, FakeConnection>) ask(null);
        Wait<String, FakeConnection> waiting = new Wait<>(asked.segment, null, 0) {
            @Override
            boolean await(long timeoutNanos) throws InterruptedException {
                failed(new IllegalStateException("ended first"));
                throw new InterruptedException();
            }

            @Override
            void withdraw() {
                throw new AssertionError("it has ended");
            }

            @Override
            void endInVain(Effects<String, FakeConnection> effects) {
                throw new AssertionError("it has ended");
            }
        };

        assertThatThrownBy(() -> waiting.get(1, TimeUnit.HOURS)).hasRootCauseMessage("ended first");

        assertThat(Thread.interrupted()).isTrue();
    }
}
