package dev.weir.testserver;

import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Closes connections whose idle time is over, on one daemon thread. A connection that becomes idle during a pause
 * cannot be due before the shortest timeout has passed, so requests never have to wake this thread.
 */
final class IdleReaper implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final ServerSettings settings;
    private final Collection<ServerConnection> connections;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean closed; // under lock

    IdleReaper(String name, ServerSettings settings, Collection<ServerConnection> connections) {
        this.settings = settings;
        this.connections = connections;
        this.thread = AcceptLoop.daemon(this::run, name);
    }

    void start() {
        thread.start();
    }

    /** Looks at all connections again, because the timeout has changed. */
    void settingsChanged() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        AcceptLoop.join(thread, System.nanoTime() + STOP_LIMIT.toNanos());
    }

    private void run() {
        lock.lock();
        try {
            while (!closed) {
                pause(closeDue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // who wakes early only looks once more than needed
    private void pause(long nanos) throws InterruptedException {
        if (nanos == Long.MAX_VALUE) {
            changed.await();
        } else if (nanos > 0) {
            changed.await(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns the time until something may be due again. */
    private long closeDue() {
        IdleTimeout timeout = settings.idleTimeout();
        if (timeout.isNever()) {
            return Long.MAX_VALUE;
        }
        long pauseNanos = timeout.shortestNanos();
        for (ServerConnection connection : connections) {
            pauseNanos = Math.min(pauseNanos, connection.closeIfIdleFor(timeout));
        }
        return pauseNanos;
    }
}
