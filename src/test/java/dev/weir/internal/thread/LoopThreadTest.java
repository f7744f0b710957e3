package dev.weir.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.failure.NoThreadException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopThreadTest {

    /** What a turn does: throws, or says whether there is more to come. */
    private record Script(@Nullable Throwable failure, boolean goesOn) {}

    private static final Script LAST = new Script(null, false);

    private final BlockingQueue<Script> scripts = new LinkedBlockingQueue<>();
    private final BlockingQueue<Thread> turns = new LinkedBlockingQueue<>();
    private final ScarceThreads threads = new ScarceThreads("scarce");
    private final LoopThread loop = new LoopThread("test-loop", this::turn, threads);

    private boolean turn() {
        Script script = take(scripts);
        turns.add(Thread.currentThread());
        if (script.failure != null) {
            LoopThreadTest.<RuntimeException>fail(script.failure);
        }
        if (!script.goesOn) {
            loop.leave();
        }
        return script.goesOn;
    }

    @SuppressWarnings("unchecked") // a turn may throw whatever there is
    private static <E extends Throwable> void fail(Throwable failure) throws E {
        throw (E) failure;
    }

    private static <T> T take(BlockingQueue<T> from) {
        try {
            return Objects.requireNonNull(from.poll(30, TimeUnit.SECONDS), "nothing came");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void plays(Throwable failure) {
        scripts.add(new Script(failure, true));
    }

    @Test
    void goesOnWhateverATurnThrows() throws Exception {
        plays(new AssertionError("on purpose"));
        plays(new StackOverflowError("on purpose"));
        plays(new IllegalStateException("on purpose"));
        scripts.add(LAST);

        loop.need();

        Thread thread = take(turns);
        assertThat(take(turns)).isSameAs(thread);
        assertThat(take(turns)).isSameAs(thread);
        assertThat(take(turns)).isSameAs(thread);
        thread.join();
        assertThat(loop.isThere()).isFalse();
    }

    @Test
    void startsAnotherThreadAfterTheLastHasLeft() throws Exception {
        scripts.add(LAST);
        loop.need();
        Thread first = take(turns);
        first.join();

        scripts.add(LAST);
        loop.need();

        assertThat(take(turns)).isNotSameAs(first);
    }

    @Test
    void tellsACallerThatItCannotStartAndStartsAtTheNextCall() throws Exception {
        threads.refuse(1);

        assertThatThrownBy(loop::need)
                .isInstanceOf(NoThreadException.class)
                .hasMessageContaining("'test-loop'")
                .satisfies(e -> assertThat(((NoThreadException) e).thread()).isEqualTo("test-loop"));
        assertThat(loop.isThere()).isFalse();

        scripts.add(LAST);
        loop.need();
        assertThat(take(turns)).isNotNull();
    }

    @Test
    void startsAnotherThreadIfTheLastWasKilled() throws Exception {
        // As if the JVM had ended the thread in the middle of what keeps it alive.
        ScarceThreads mortal = new ScarceThreads("mortal", (task, name) -> LoopThread.daemon(() -> {}, name));
        LoopThread lost = new LoopThread("lost", this::turn, mortal);
        lost.need();
        while (lost.wake()) {
            Thread.onSpinWait();
        }

        lost.need();

        assertThat(mortal.made()).isEqualTo(2);
    }
}
