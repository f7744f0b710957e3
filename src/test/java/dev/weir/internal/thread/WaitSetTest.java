package dev.weir.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitSetTest {

    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final PatientLock lock = new PatientLock();
    private final WaitSet changed = new WaitSet(lock);
    private final ConcurrentLinkedQueue<String> ended = new ConcurrentLinkedQueue<>();

    /** A wait of a test, and how it ends. */
    @FunctionalInterface
    private interface Wait {
        String end() throws InterruptedException;
    }

    // When this returns, the thread waits.
    private Thread waiting(Wait wait) {
        Thread thread = new Thread(() -> locked(() -> ended.add(endOf(wait))));
        thread.start();
        awaitParked(thread);
        return thread;
    }

    private static String endOf(Wait wait) {
        try {
            return wait.end();
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private void locked(Runnable code) {
        lock.lock();
        try {
            code.run();
        } finally {
            lock.unlock();
        }
    }

    private Wait named(String name) {
        return () -> {
            changed.await();
            return name;
        };
    }

    @Test
    void wakesAllThreadsAndLeavesOneToTheCaller() throws Exception {
        Thread first = waiting(named("first"));
        Thread second = waiting(named("second"));
        AtomicReference<Thread> last = new AtomicReference<>();

        locked(() -> last.set(changed.wakeAll()));
        LockSupport.unpark(last.get());
        first.join();
        second.join();

        assertThat(last.get()).isIn(first, second);
        assertThat(ended).containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void hasNoThreadToWakeWhereNoneWaits() {
        locked(() -> assertThat(changed.wakeAll()).isNull());
    }

    @Test
    void wakesOneThread() throws Exception {
        Thread first = waiting(named("first"));
        Thread second = waiting(named("second"));

        locked(changed::signal);
        second.join();
        assertThat(ended).containsExactly("second");

        locked(changed::signal);
        first.join();
        assertThat(ended).containsExactly("second", "first");
    }

    @Test
    void wakesAllThreads() throws Exception {
        List<Thread> threads = List.of(waiting(named("a")), waiting(named("b")), waiting(named("c")));

        locked(changed::signalAll);

        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ended).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void wakesWithoutMemory() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Thread first = waiting(named("first"));
        Thread second = waiting(named("second"));

        long[] allocated = new long[1];
        locked(() -> {
            long before = threads.getCurrentThreadAllocatedBytes();
            changed.signalAll();
            allocated[0] = threads.getCurrentThreadAllocatedBytes() - before;
        });

        first.join();
        second.join();
        assertThat(allocated[0]).isZero();
    }

    @Test
    void saysWhenTheTimeIsOver() throws Exception {
        lock.lock();

        assertThat(changed.awaitNanos(1_000)).isNotPositive();
        assertThat(changed.awaitNanos(0)).isNotPositive();
        assertThat(lock.getHoldCount()).isEqualTo(1);
    }

    @Test
    void saysHowMuchTimeIsLeft() throws Exception {
        Thread thread = waiting(() -> changed.awaitNanos(LONG_NANOS) > 0 ? "left" : "over");

        locked(changed::signal);

        thread.join();
        assertThat(ended).containsExactly("left");
    }

    @Test
    void takesTheLockAsOftenAsItWasHeld() throws Exception {
        Thread thread = waiting(() -> {
            locked(() -> ended.add(endOf(named("woken"))));
            return "held " + lock.getHoldCount();
        });

        locked(changed::signal);

        thread.join();
        assertThat(ended).containsExactly("woken", "held 1");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void endsTheWaitOfAnInterruptedThread() throws Exception {
        Thread interrupted = waiting(named("woken"));
        Thread other = waiting(named("other"));

        interrupted.interrupt();
        interrupted.join();
        locked(changed::signal);
        other.join();

        assertThat(ended).containsExactly("interrupted", "other");
    }

    @Test
    void leavesTheInterruptOfAThreadThatWasWokenFirst() throws Exception {
        Thread thread = waiting(() -> {
            changed.await();
            return "woken, interrupted " + Thread.interrupted();
        });

        locked(() -> {
            changed.signal();
            thread.interrupt();
        });

        thread.join();
        assertThat(ended).containsExactly("woken, interrupted true");
    }

    @Test
    void refusesTheWaitOfAThreadThatIsInterruptedAlready() {
        lock.lock();
        Thread.currentThread().interrupt();

        assertThatThrownBy(changed::await).isInstanceOf(InterruptedException.class);
        assertThat(lock.getHoldCount()).isEqualTo(1);
    }

    @Test
    void losesNoSignalWhileThreadsAreInterrupted() throws Exception {
        Tokens tokens = new Tokens();
        List<Thread> takers = Stream.generate(() -> new Thread(tokens::takeAll))
                .limit(4)
                .peek(Thread::start)
                .toList();

        for (int i = 0; i < Tokens.ALL; i++) {
            tokens.add();
            takers.get(i % takers.size()).interrupt();
        }

        for (Thread taker : takers) {
            taker.join();
        }
        assertThat(tokens.left).isZero();
        assertThat(tokens.hasWaitedLong).isFalse();
    }

    // Each of them wakes one thread. If a signal is lost, a token stays, and a thread waits.
    private final class Tokens {
        static final int ALL = 50_000;
        int left;
        int taken;
        boolean hasWaitedLong;

        void add() {
            locked(() -> {
                left++;
                changed.signal();
            });
        }

        void takeAll() {
            while (taken() < ALL) {
                locked(this::take);
            }
        }

        private int taken() {
            lock.lock();
            try {
                return taken;
            } finally {
                lock.unlock();
            }
        }

        private void take() {
            try {
                while (left == 0 && taken < ALL) {
                    hasWaitedLong |= changed.awaitNanos(LONG_NANOS) <= 0;
                }
            } catch (InterruptedException e) {
                return;
            }
            if (taken < ALL) {
                left--;
                taken++;
            }
            if (taken == ALL) {
                changed.signalAll();
            }
        }
    }
}
