package dev.weir.internal.pool;

import dev.weir.failure.PoolClosedException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether the pool takes requests, and how many callers are in it. Thread-safe. */
final class Lifecycle {

    private enum Stage {
        OPEN,
        DRAINING,
        CLOSED
    }

    private final String pool;
    private final AtomicInteger callers = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();

    // Only ever moves forward; written under the lock.
    private volatile Stage stage = Stage.OPEN;

    Lifecycle(String pool) {
        this.pool = pool;
    }

    /** Lets a caller in, who must {@link #leave()} however it ends. */
    void enter() {
        callers.incrementAndGet();
        if (stage != Stage.OPEN) {
            leave();
            throw refusal();
        }
    }

    PoolClosedException refusal() {
        return stage == Stage.DRAINING ? PoolClosedException.draining(pool) : PoolClosedException.closed(pool);
    }

    void leave() {
        if (callers.decrementAndGet() == 0 && stage != Stage.OPEN) {
            signalEmpty();
        }
    }

    private void signalEmpty() {
        lock.lock();
        try {
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isOpen() {
        return stage == Stage.OPEN;
    }

    boolean isClosed() {
        return stage == Stage.CLOSED;
    }

    void drain() {
        advance(Stage.DRAINING);
    }

    /** Returns whether this call closed it. */
    boolean close() {
        return advance(Stage.CLOSED);
    }

    private boolean advance(Stage next) {
        lock.lock();
        try {
            boolean forward = next.compareTo(stage) > 0;
            if (forward) {
                stage = next;
            }
            return forward;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no caller is left; returns whether that came true in time. */
    boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = timeoutNanos;
            while (callers.get() > 0) {
                if (leftNanos <= 0) {
                    return false;
                }
                leftNanos = empty.awaitNanos(leftNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
