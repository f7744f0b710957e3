package dev.weir.internal.callback;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads for the code of callers. A callback that finds no idle thread starts one, up to a limit, so blocking code
 * delays no other code; beyond the limit callbacks wait. A callback is never lost: if no thread can be started, an existing
 * one runs it, or it is tried again, or the calling thread runs it. Thread-safe.
 */
final class CallbackThreads {

    /** How many callbacks may block before others have to wait. */
    static final int MAX_THREADS = 64;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int maxThreads;
    private final ThreadFactory factory;
    private final Alarms alarms;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();

    // All guarded by the lock.
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int threads;
    private int idle;

    CallbackThreads(int maxThreads, ThreadFactory factory, Alarms alarms) {
        this.maxThreads = maxThreads;
        this.factory = factory;
        this.alarms = alarms;
    }

    void execute(Runnable callback) {
        if (!handOver(callback)) {
            callback.run();
        }
    }

    private boolean handOver(Runnable callback) {
        lock.lock();
        try {
            waiting.add(callback);
            added.signal();
            return waiting.size() <= idle || threads >= maxThreads || tryStart() || retryLater(callback);
        } catch (OutOfMemoryError e) { // the queue could not grow
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean tryStart() {
        boolean started = false;
        threads++;
        try {
            factory.newThread(this::work).start();
            started = true;
        } catch (OutOfMemoryError e) {
            // The machine allows no more. The existing threads do what they can.
        } finally {
            threads -= started ? 0 : 1;
        }
        return started || threads > 0;
    }

    private boolean retryLater(Runnable callback) {
        try {
            alarms.set(new Retry(System.nanoTime() + RETRY_NANOS));
            return true;
        } catch (NoThreadException | OutOfMemoryError e) {
            return !waiting.remove(callback); // otherwise the caller runs it
        }
    }

    private final class Retry extends Alarm {
        Retry(long atNanos) {
            super(atNanos);
        }

        @Override
        protected void ring() {
            Runnable next = takeStranded();
            if (next != null) {
                execute(next);
            }
        }
    }

    private @Nullable Runnable takeStranded() {
        lock.lock();
        try {
            return threads > 0 ? null : waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        try {
            for (Runnable next = next(); next != null; next = next()) {
                CallbackExecutor.run(next);
            }
        } finally {
            left();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            long leftNanos = IDLE_NANOS;
            while (waiting.isEmpty() && leftNanos > 0) {
                leftNanos = await(leftNanos);
            }
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    private long await(long nanos) {
        idle++;
        try {
            return added.awaitNanos(nanos);
        } catch (InterruptedException e) {
            return nanos; // the interrupt was for a callback that is over
        } catch (OutOfMemoryError e) {
            return 0; // this one ends; the next callback starts another
        } finally {
            idle--;
        }
    }

    private void left() {
        lock.lock();
        try {
            threads--;
            if (!waiting.isEmpty() && threads == 0) {
                tryStart(); // a callback came between the last look and the end
            }
        } finally {
            lock.unlock();
        }
    }
}
