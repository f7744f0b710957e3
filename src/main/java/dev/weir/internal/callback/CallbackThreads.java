package dev.weir.internal.callback;

import dev.weir.internal.log.Log;
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
 * one runs it, or the calling thread. Thread-safe.
 */
final class CallbackThreads {

    private static final Log LOG = Log.of("callback");

    /** How many callbacks may block before others have to wait. */
    static final int MAX_THREADS = 64;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int maxThreads;
    private final ThreadFactory factory;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();

    // All guarded by the lock.
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int threads;
    private int idle;

    CallbackThreads(int maxThreads, ThreadFactory factory) {
        this.maxThreads = maxThreads;
        this.factory = factory;
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
            return waiting.size() <= idle || threads >= maxThreads || tryStart() || !waiting.remove(callback);
        } finally {
            lock.unlock();
        }
    }

    // Existing threads do what they can if the system allows no more.
    private boolean tryStart() {
        try {
            factory.newThread(this::work).start();
            threads++;
        } catch (OutOfMemoryError e) { // which is how the JVM says so
            LOG.debug("No further thread for callbacks", e);
        }
        return threads > 0;
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

    @SuppressWarnings("WaitNotInLoop") // its caller loops
    private long await(long nanos) {
        idle++;
        try {
            return added.awaitNanos(nanos);
        } catch (InterruptedException e) {
            return nanos; // the interrupt was for a callback that is over
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
