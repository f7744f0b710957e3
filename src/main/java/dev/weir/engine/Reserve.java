package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Effects for threads that give something back, which a lack of memory must not hinder: new ones, and if there is no memory,
 * one kept for that, which one thread at a time uses. Thread-safe.
 */
final class Reserve<T, C extends ModalCloseable> {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TotalLimit<T, C> total;
    private final Effects<T, C> kept;
    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    // How often its user has taken it, as callers that are told give something back. For its user alone.
    private int nesting;

    Reserve(TotalLimit<T, C> total) {
        this.total = total;
        this.kept = new Effects<>(total, CloseMode.GRACEFUL);
    }

    /** Returns effects, which are to be given {@link #back} when they have been applied. */
    Effects<T, C> effects() {
        while (true) {
            try {
                return new Effects<>(total, CloseMode.GRACEFUL);
            } catch (OutOfMemoryError e) {
                if (take(Thread.currentThread())) {
                    return kept;
                }
                LockSupport.parkNanos(
                        PAUSE_NANOS); // the thread that uses them is about to end, or there will be memory
            }
        }
    }

    private boolean take(Thread thread) {
        if (user.get() != thread && !user.compareAndSet(null, thread)) {
            return false;
        }
        nesting++;
        return true;
    }

    void back(Effects<T, C> used) {
        if (used == kept && --nesting == 0) {
            user.set(null);
        }
    }
}
