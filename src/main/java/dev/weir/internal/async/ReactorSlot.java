package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.internal.log.Log;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorShutdownException;
import org.jspecify.annotations.Nullable;

/**
 * The reactor of one pool, or of all pools of the JVM (of a class loader, to be exact) with the same socket options, because
 * HttpCore opens all sockets of a reactor alike. It exists from the first pool to the last, and is replaced if one of its
 * threads ends. Thread-safe.
 */
final class ReactorSlot {

    private static final Log LOG = Log.of("pool");

    private static final Map<Sockets, ReactorSlot> SHARED = new ConcurrentHashMap<>();
    private static final AtomicInteger SHARED_THREADS = new AtomicInteger();

    private final @Nullable Sockets shared;
    private final Supplier<Reactor> starter;
    private final ReentrantLock lock = new ReentrantLock();

    // Written under the lock; null when the last pool has left.
    private volatile @Nullable Reactor current;

    // Guarded by its place in the map.
    private int users;

    private ReactorSlot(@Nullable Sockets shared, Supplier<Reactor> starter) {
        this.shared = shared;
        this.starter = starter;
        this.current = starter.get();
    }

    /** Returns the slot of a pool, which must {@link #leave} it. The first pool starts the threads. */
    static ReactorSlot of(PoolConfig config) {
        Sockets sockets = Sockets.of(config);
        IOReactorConfig own = config.reactorConfig().orElse(null);
        if (own != null) {
            IOReactorConfig core = sockets.config(own);
            ThreadFactory factory = Reactor.threadsOf(config.name());
            return new ReactorSlot(null, () -> Reactor.start(core, factory));
        }
        return SHARED.compute(sockets, (alike, known) -> {
            ReactorSlot slot = known == null ? new ReactorSlot(alike, () -> started(alike)) : known;
            slot.users++;
            return slot;
        });
    }

    private static Reactor started(Sockets sockets) {
        return Reactor.start(sockets.config(IoThreads.ofJvm()), Reactor.sharedThreads(SHARED_THREADS));
    }

    /** Removes a pool. The last one ends the threads. */
    void leave() {
        if (shared == null) {
            end();
        } else {
            SHARED.computeIfPresent(shared, (alike, slot) -> {
                users--;
                if (users == 0) {
                    end();
                }
                return users == 0 ? null : slot;
            });
        }
    }

    private void end() {
        lock.lock();
        try {
            Reactor last = current;
            current = null;
            if (last != null) {
                last.end();
            }
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
            if (broken.isWhole()) {
                return broken;
            }
            Reactor next = starter.get();
            current = next;
            broken.retire();
            LOG.warn("An I/O thread has ended unexpectedly; new ones replace all");
            return next;
        } finally {
            lock.unlock();
        }
    }
}
