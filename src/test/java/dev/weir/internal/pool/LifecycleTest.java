package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.failure.PoolClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Lifecycle lifecycle = new Lifecycle("shop");

    @Test
    void isEmptyWhenAllHaveLeft() throws InterruptedException {
        lifecycle.enter();
        lifecycle.enter();
        lifecycle.drain();

        lifecycle.leave();
        assertThat(lifecycle.awaitEmpty(0)).isFalse();
        lifecycle.leave();

        assertThat(lifecycle.awaitEmpty(0)).isTrue();
    }

    @Test
    @Tag("stress")
    void noCallIsInsideOnceItIsEmpty() throws Exception {
        for (int round = 0; round < 300; round++) {
            Lifecycle raced = new Lifecycle("shop");
            AtomicInteger inside = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> passThrough(raced, inside), "caller-" + i);
                threads.add(thread);
                thread.start();
            }
            raced.drain();

            assertThat(raced.awaitEmpty(LONG_NANOS)).isTrue();
            assertThat(inside).hasValue(0);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void passThrough(Lifecycle lifecycle, AtomicInteger inside) {
        try {
            while (true) {
                lifecycle.enter();
                inside.incrementAndGet();
                Thread.onSpinWait();
                inside.decrementAndGet();
                lifecycle.leave();
            }
        } catch (PoolClosedException e) {
            assertThat(lifecycle.isOpen()).isFalse();
        }
    }
}
