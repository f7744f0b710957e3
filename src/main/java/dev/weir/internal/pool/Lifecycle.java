package dev.weir.internal.pool;

import dev.weir.failure.PoolClosedException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether the pool takes requests, and whether callers are in it. Thread-safe.
 *
 * <p>All callers of a pool pass here and must not contend for one counter: arrivals and departures are counted separately,
 * in cells per thread.
 */
final class Lifecycle {

    private enum Stage {
        OPEN,
        DRAINING,
        CLOSED
    }

    private final String pool;
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private final Set<Runnable> pausing = ConcurrentHashMap.newKeySet();

    // Only ever moves forward; written under the lock.
    private volatile Stage stage = Stage.OPEN;

    Lifecycle(String pool) {
        this.pool = pool;
    }

    /** Admits a caller, which must {@link #leave()} however it ends. */
    void enter() {
        if (stage == Stage.OPEN) {
            entered.increment();
            if (stage == Stage.OPEN) {
                return;
            }
            leave();
        }
        throw refusal();
    }

    PoolClosedException refusal() {
        return stage == Stage.DRAINING ? ClosedPool.draining(pool) : ClosedPool.closed(pool);
    }

    void leave() {
        left.increment();
        if (stage != Stage.OPEN && isEmpty()) {
            signalEmpty();
        }
    }

    // In this order: both only grow, so if the departures at the first look equal the arrivals at the second, no caller
    // was in between the two.
    private boolean isEmpty() {
        long gone = left.sum();
        return entered.sum() == gone;
    }

    private void signalEmpty() {
        lock.lock();
        try {
            empty.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many callers have entered. */
    long entered() {
        return entered.sum();
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
        boolean isForward = forward(next);
        if (isForward) {
            pausing.forEach(Runnable::run);
        }
        return isForward;
    }

    private boolean forward(Stage next) {
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

    /** Registers a caller that pauses before its next request; it is woken when the pool takes no more requests. */
    void pausing(Runnable wake) {
        pausing.add(wake);
        if (stage != Stage.OPEN) {
            wake.run();
        }
    }

    /** Drops a caller whose pause is over. */
    void resumed(Runnable wake) {
        pausing.remove(wake);
    }

    /** Waits until no caller is left; returns whether that happened in time. */
    boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNanos = timeoutNanos;
            while (!isEmpty()) {
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
