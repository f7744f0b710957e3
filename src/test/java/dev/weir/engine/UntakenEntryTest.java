package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testpool.PoolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

    /** An interrupt wakes the caller, and before it runs it is served. */
    @Test
    void anInterruptIsLeftToACallerThatIsServedMeanwhile() throws Exception {
        Entry<String, FakeConnection> held = ask(null).get();
        int served = 0;
        for (int i = 0; i < 1_000 && served < 20; i++) {
            Future<Entry<String, FakeConnection>> waiting = ask(null);
            CompletableFuture<Boolean> hears = new CompletableFuture<>();
            Thread caller = new Thread(() -> hears.complete(hearsOfItsInterrupt(waiting)));
            caller.start();
            PoolCall.awaitUntil(() -> caller.getState() == Thread.State.WAITING);

            caller.interrupt();
            pool.release(held, true);

            assertThat(hears.get(20, TimeUnit.SECONDS)).isTrue();
            served += waiting.isCancelled() ? 0 : 1;
            held = waiting.isCancelled() ? ask(null).get() : waiting.get();
        }
        assertThat(served).isPositive();
    }

    private static boolean hearsOfItsInterrupt(Future<Entry<String, FakeConnection>> waiting) {
        try {
            waiting.get();
            return Thread.currentThread().isInterrupted();
        } catch (InterruptedException e) {
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }
}
