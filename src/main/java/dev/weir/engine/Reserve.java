package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Provides effects for threads that give something back, which must work without memory: new ones, or a reserved one that
 * one thread at a time uses. Thread-safe.
 */
final class Reserve<T, C extends ModalCloseable> {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TotalLimit<T, C> total;
    private final Effects<T, C> kept;
    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    // How often its user has taken it: callers that are told may give something back. For its user alone.
    private int nesting;

    Reserve(TotalLimit<T, C> total) {
        this.total = total;
        this.kept = new Effects<>(total, CloseMode.GRACEFUL);
    }

    /** Returns effects, which the caller gives {@link #back} after it has applied them. */
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
