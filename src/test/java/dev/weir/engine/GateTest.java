package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final int CALLERS = 200;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Gate gate = new Gate();
    private final CountDownLatch passed = new CountDownLatch(CALLERS);
    private final List<Thread> callers = new ArrayList<>();

    // Both guarded by the gate.
    private int count;
    private final List<Boolean> interrupted = new ArrayList<>();

    @AfterEach
    void everybodyPassed() throws InterruptedException {
        assertThat(passed.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
    }

    @Test
    void parksThreadsThatFindItClosedUntilTheyAreWoken() {
        gate.enter();

        try {
            start();
            callers.forEach(GateTest::awaitParked);
        } finally {
            gate.leave();
        }
    }

    @Test
    void letsOneInAtATime() throws InterruptedException {
        gate.enter();
        start();
        gate.leave();

        passed.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        gate.enter();
        int counted = count;
        gate.leave();

        assertThat(counted).isEqualTo(CALLERS);
    }

    @Test
    void letsInterruptedThreadsWaitAndLeavesTheirInterruptToThem() throws InterruptedException {
        gate.enter();
        start();
        callers.forEach(Thread::interrupt);
        callers.forEach(GateTest::awaitParked);
        gate.leave();

        passed.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS);

        assertThat(interrupted).hasSize(CALLERS).doesNotContain(false);
    }

    private void start() {
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(this::pass, "caller-" + i);
            callers.add(caller);
            caller.start();
        }
    }

    private void pass() {
        gate.enter();
        try {
            count++;
            interrupted.add(Thread.currentThread().isInterrupted());
        } finally {
            gate.leave();
            passed.countDown();
        }
    }

    // One that polled would be in TIMED_WAITING.
    private static void awaitParked(Thread caller) {
        long startNanos = System.nanoTime();
        while (caller.getState() != Thread.State.WAITING) {
            assertThat(System.nanoTime() - startNanos).isLessThan(PATIENCE_NANOS);
            Thread.onSpinWait();
        }
    }
}
