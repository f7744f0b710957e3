package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * For how long a route sends no new requests because its server has asked for fewer (ENHANCE_YOUR_CALM). Each pause is
 * twice as long as the one before, up to a limit, while the server goes on asking. Decides by the time it is given.
 * Thread-safe.
 */
final class Backoff {

    /** A hundred round trips within a region. */
    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Short of the seconds that most callers have in total. After as long without a request to pause, the next one
     * begins again.
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
