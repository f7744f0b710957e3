package dev.weir.internal.thread;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait until something under a lock changes. Waking them needs no memory. The {@code Condition} of JDK 17
 * allocates when it moves a thread to the queue of its lock; if that fails, the thread never returns from its wait.
 *
 * <p>Only the thread that holds the lock may call the methods. A wait fully releases the lock, and acquires it again.
 */
public final class WaitSet {

    private final PatientLock lock;

    // Guarded by the lock.
    private @Nullable Waiter newest;
    // For the first waiting thread, so that its wait needs no memory either; null while in use.
    private @Nullable Waiter spare = new Waiter();

    /**
     * Creates it.
     *
     * @param lock guards the state that the threads wait for
     */
    public WaitSet(PatientLock lock) {
        this.lock = lock;
    }

    /**
     * Waits until the thread is woken. It may also return spuriously: callers check, and wait again.
     *
     * @throws InterruptedException if the thread is interrupted before it is woken
     */
    public void await() throws InterruptedException {
        awaitNanos(Long.MAX_VALUE);
    }

    /**
     * Waits until the thread is woken, or for a time.
     *
     * @param nanos the longest time
     * @return the time left; 0 or less if the time is over
     * @throws InterruptedException if the thread is interrupted before it is woken
     */
    public long awaitNanos(long nanos) throws InterruptedException {
        long startNanos = System.nanoTime();
        Waiter waiter = waiter();
        boolean isInterrupted = Thread.interrupted();
        int holds = enter(waiter);
        long leftNanos = nanos;
        while (!waiter.isWoken && leftNanos > 0 && !isInterrupted) {
            park(leftNanos);
            leftNanos = nanos - (System.nanoTime() - startNanos);
            isInterrupted = Thread.interrupted();
        }
        boolean isWoken = leave(waiter, holds);
        if (isInterrupted) {
            passOn(isWoken);
        }
        return leftNanos;
    }

    private Waiter waiter() {
        Waiter waiter = spare == null ? new Waiter() : spare;
        spare = null;
        waiter.thread = Thread.currentThread();
        waiter.isWoken = false;
        return waiter;
    }

    // A virtual thread needs a timer for a wait that ends.
    private void park(long nanos) {
        if (nanos > Long.MAX_VALUE / 2) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, nanos);
        }
    }

    // A woken thread returns normally: no other was woken for the same change.
    private static void passOn(boolean isWoken) throws InterruptedException {
        if (!isWoken) {
            throw new InterruptedException();
        }
        Thread.currentThread().interrupt();
    }

    private int enter(Waiter waiter) {
        waiter.older = newest;
        newest = waiter;
        int holds = lock.getHoldCount();
        for (int i = 0; i < holds; i++) {
            lock.unlock();
        }
        return holds;
    }

    private boolean leave(Waiter waiter, int holds) {
        for (int i = 0; i < holds; i++) {
            lock.lock();
        }
        boolean isWoken = waiter.isWoken;
        if (!isWoken) {
            remove(waiter);
        }
        waiter.older = null;
        waiter.thread = null;
        spare = waiter;
        return isWoken;
    }

    private void remove(Waiter waiter) {
        if (newest == waiter) {
            newest = waiter.older;
            return;
        }
        Waiter newer = newest;
        while (newer != null && newer.older != waiter) {
            newer = newer.older;
        }
        if (newer != null) {
            newer.older = waiter.older;
        }
    }

    /**
     * Tells whether a thread waits.
     *
     * @return whether there is one that has not been woken
     */
    public boolean hasWaiters() {
        return newest != null;
    }

    /**
     * Wakes the thread that has waited for the shortest time: its processor still has its data. Does nothing if none waits.
     */
    public void signal() {
        Waiter waiter = newest;
        if (waiter != null) {
            newest = waiter.older;
            waiter.isWoken = true;
            LockSupport.unpark(waiter.thread);
        }
    }

    /** Wakes all threads that wait. */
    public void signalAll() {
        while (newest != null) {
            signal();
        }
    }

    /**
     * Wakes all threads that wait, except that the caller must unpark the returned one after it has released the lock: a
     * thread that is unparked earlier finds the lock held, and parks again.
     *
     * @return the thread to unpark; null if none waits
     */
    public @Nullable Thread wakeAll() {
        Thread last = null;
        for (Waiter waiter = newest; waiter != null; waiter = newest) {
            LockSupport.unpark(last);
            newest = waiter.older;
            last = waiter.thread;
            waiter.isWoken = true;
        }
        return last;
    }

    private static final class Waiter {
        // Both guarded by the lock.
        @Nullable
        Thread thread;

        @Nullable
        Waiter older;

        // Written under the lock.
        volatile boolean isWoken;
    }
}
