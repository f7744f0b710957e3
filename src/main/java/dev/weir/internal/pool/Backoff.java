package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long a route pauses new requests because its server asked for fewer (ENHANCE_YOUR_CALM). Each pause is twice as long
 * as the last, up to a limit, while the server keeps asking. Takes the time. Thread-safe.
 */
final class Backoff {

    /** A hundred round trips within a region. */
    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Less than the total time of most callers. After as long without a new reason to pause, the sequence starts again.
     */
    static final long LONGEST_NANOS = 32 * FIRST_NANOS;

    private record Pause(long endNanos, long nanos) {
        boolean isOver(long nowNanos) {
            return nowNanos - endNanos >= 0;
        }

        boolean isForgotten(long nowNanos) {
            return nowNanos - endNanos >= LONGEST_NANOS;
        }

        Pause next(long nowNanos) {
            return of(isForgotten(nowNanos) ? FIRST_NANOS : Math.min(2 * nanos, LONGEST_NANOS), nowNanos);
        }

        static Pause of(long nanos, long nowNanos) {
            return new Pause(nowNanos + nanos, nanos);
        }
    }

    private final AtomicReference<@Nullable Pause> pause = new AtomicReference<>();

    /**
     * Begins a pause, unless there is one: a server refuses many streams at once.
     *
     * @return how long it is; 0 if there is one
     */
    long begin(long nowNanos) {
        Pause last = pause.get();
        if (last != null && !last.isOver(nowNanos)) {
            return 0;
        }
        Pause next = last == null ? Pause.of(FIRST_NANOS, nowNanos) : last.next(nowNanos);
        return pause.compareAndSet(last, next) ? next.nanos() : 0;
    }

    /** Returns how much of the pause is left; 0 if there is none. */
    long leftNanos(long nowNanos) {
        Pause last = pause.get();
        return last == null ? 0 : Math.max(0, last.endNanos() - nowNanos);
    }
}
