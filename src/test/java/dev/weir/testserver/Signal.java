package dev.weir.testserver;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Lets threads wait for a condition over volatile state; telling of a change is nearly free while no thread waits. */
final class Signal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile int waiters; // written under lock

    /** Wakes the threads that wait; call it after the state has changed. */
    void changed() {
        if (waiters == 0) {
            return;
        }
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition holds and fails with the description otherwise. */
    void await(BooleanSupplier condition, Duration limit, Supplier<String> description) {
        if (!holdsWithin(condition, limit)) {
            throw new AssertionError(description.get() + " after " + limit.toMillis() + " ms");
        }
    }

    /** Waits until the condition holds, and says whether it did; an interrupt ends the wait and stays set. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only ever updated under the lock
    boolean holdsWithin(BooleanSupplier condition, Duration limit) {
        lock.lock();
        try {
            waiters++;
            return awaitLocked(condition, limit.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return condition.getAsBoolean();
        } finally {
            waiters--;
            lock.unlock();
        }
    }

    private boolean awaitLocked(BooleanSupplier condition, long limitNanos) throws InterruptedException {
        long leftNanos = limitNanos;
        while (!condition.getAsBoolean()) {
            if (leftNanos <= 0) {
                return false;
            }
            leftNanos = changed.awaitNanos(leftNanos);
        }
        return true;
    }
}
