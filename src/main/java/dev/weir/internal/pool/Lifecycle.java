package dev.weir.internal.pool;

import dev.weir.failure.PoolClosedException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Whether the pool takes requests, and whether callers are in it. Thread-safe.
 *
 * <p>All callers of a pool pass here and must not contend for one counter: arrivals and departures are counted separately,
 * in cells per thread.
 */
public final class Lifecycle {

    private final String pool;
    private final LongAdder entered = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final Set<Runnable> pausing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean closed = new AtomicBoolean();
    // Never false again. A closed pool takes no request either.
    private volatile boolean drains;

    Lifecycle(String pool) {
        this.pool = pool;
    }

    /** Admits a caller, which must {@link #leave()} however it ends. */
    void enter() {
        if (isOpen()) {
            entered.increment();
            if (isOpen()) {
                return;
            }
            leave();
        }
        throw refusal();
    }

    /**
     * Returns why it takes no further request.
     *
     * @return the exception for a caller
     */
    public PoolClosedException refusal() {
        return isClosed()
                ? closed(pool)
                : new PoolClosedException(
                        pool, "Pool '" + pool + "' is draining: it finishes what it has and takes no further request.");
    }

    /**
     * Returns the exception of a closed pool.
     *
     * @param pool its name
     * @return the exception
     */
    public static PoolClosedException closed(String pool) {
        return new PoolClosedException(pool, "Pool '" + pool + "' is closed: it takes no further request.");
    }

    /** Returns why a call ends that it may have sent, or not yet; null while the pool is not closed. */
    @Nullable
    PoolClosedException end(boolean isSent) {
        if (!isClosed()) {
            return null;
        }
        return new PoolClosedException(
                pool,
                "Pool '" + pool + "' was closed "
                        + (isSent
                                ? "while the request was under way: the server may have executed it."
                                : "before the request was sent."));
    }

    void leave() {
        left.increment();
    }

    // In this order: both only grow, so if the departures at the first look equal the arrivals at the second, no caller
    // was in between the two.
    private boolean isEmpty() {
        long gone = left.sum();
        return entered.sum() == gone;
    }

    /** How many callers have entered. */
    long entered() {
        return entered.sum();
    }

    /**
     * Tells whether the pool takes requests.
     *
     * @return whether it is neither draining nor closed
     */
    public boolean isOpen() {
        return !drains;
    }

    /**
     * Tells whether the pool was closed.
     *
     * @return whether it was
     */
    public boolean isClosed() {
        return closed.get();
    }

    /** Admits no further caller; those that are in stay. */
    void drain() {
        drains = true;
        pausing.forEach(Runnable::run);
    }

    /** Returns whether this call closed it. */
    boolean close() {
        boolean isFirst = closed.compareAndSet(false, true);
        drain();
        return isFirst;
    }

    /**
     * Registers a caller that pauses before its next request; it is woken when the pool takes no more requests.
     *
     * @param wake ends the pause; may run at once
     */
    public void pausing(Runnable wake) {
        pausing.add(wake);
        if (drains) {
            wake.run();
        }
    }

    /**
     * Drops a caller whose pause is over.
     *
     * @param wake the registered callback
     */
    public void resumed(Runnable wake) {
        pausing.remove(wake);
    }

    /** Waits until no caller is left; returns whether that happened in time. */
    boolean awaitEmpty(long timeoutNanos) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (!isEmpty()) {
            if (System.nanoTime() - startNanos >= timeoutNanos) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(1); // a pool drains once, and callers must not pay for it
        }
        return true;
    }
}
