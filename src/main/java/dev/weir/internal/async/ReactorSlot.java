package dev.weir.internal.async;

import dev.weir.internal.log.Log;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.hc.core5.reactor.IOReactorShutdownException;
import org.jspecify.annotations.Nullable;

/**
 * The reactor of one or more pools: it exists from the first pool to the last, and is replaced if it breaks. Thread-safe.
 */
final class ReactorSlot {

    private static final Log LOG = Log.of(ReactorSlot.class);

    private final Supplier<Reactor> starter;
    private final ReentrantLock lock = new ReentrantLock();

    // All written under the lock.
    private volatile @Nullable Reactor current;
    private int users;
    private boolean isOver;

    ReactorSlot(Supplier<Reactor> starter) {
        this.starter = starter;
    }

    /** Counts a pool, the first of which starts the threads; returns false if the last one has left. */
    boolean enter() {
        lock.lock();
        try {
            if (isOver) {
                return false;
            }
            if (current == null) {
                current = starter.get();
            }
            users++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a pool; returns true if it was the last one, which ends the threads. */
    boolean leave() {
        lock.lock();
        try {
            users--;
            isOver = users == 0;
            Reactor last = current;
            if (isOver && last != null) {
                current = null;
                last.end();
            }
            return isOver;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the reactor, a new one if a thread of the last one has ended. */
    Reactor reactor() {
        Reactor now = current;
        return now != null && now.isWhole() ? now : renewed();
    }

    private Reactor renewed() {
        lock.lock();
        try {
            Reactor broken = current;
            if (broken == null) {
                throw new IOReactorShutdownException("The I/O threads have ended with the pool");
            }
            return broken.isWhole() ? broken : replaced(broken);
        } finally {
            lock.unlock();
        }
    }

    private Reactor replaced(Reactor broken) {
        Reactor next = starter.get();
        current = next;
        broken.retire();
        LOG.warn("An I/O thread has ended unexpectedly; new ones replace all");
        return next;
    }
}
