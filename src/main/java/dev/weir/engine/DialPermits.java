package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Decides which callers of a segment may dial, by asking the {@link Governor} about the
 * present state. Guarded by the segment's gate.
 */
final class DialPermits<T, C extends ModalCloseable> {

    /** The time after which a caller on a full route asks again: usually longer than its turn takes. */
    static final long FULL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final PoolState<T, C> pool;
    private final Entries<T, C> entries;
    private final WaiterQueue<T, C> waiters;
    private final Dials<T, C> dials;
    private final RouteHistory history;

    // When the queue was last empty, ignoring short breaks.
    private long lastingSinceNanos;
    // When a caller last joined the queue or was served from it.
    private long lastQueuedNanos;

    DialPermits(
            PoolState<T, C> pool,
            Entries<T, C> entries,
            WaiterQueue<T, C> waiters,
            Dials<T, C> dials,
            RouteHistory history) {
        this.pool = pool;
        this.entries = entries;
        this.waiters = waiters;
        this.dials = dials;
        this.history = history;
        this.lastQueuedNanos = pool.nanoTime();
        this.lastingSinceNanos = lastQueuedNanos;
    }

    /**
     * Notes that a caller queues. A queue that forms again after a short break counts as the same queue.
     */
    void queued(long nowNanos) {
        history.governor.passed(nowNanos);
        if (waiters.size == 0) {
            if (nowNanos - lastQueuedNanos >= history.governor.breakNanos()) {
                lastingSinceNanos = nowNanos;
            }
        }
        lastQueuedNanos = nowNanos;
    }

    /** Notes that a caller in the queue is served. */
    void served(long nowNanos) {
        lastQueuedNanos = nowNanos;
    }

    /**
     * The time after which a waiting caller should ask again; zero for never. While its route is full, asking helps only if
     * a connection closes meanwhile and none comes back: callers of a busy route must not wake up for nothing.
     */
    long askAfterNanos(boolean isFull) {
        if (!pool.isGoverned()) {
            return 0;
        }
        long dialNanos = history.governor.dialNanos();
        if (dialNanos == 0) {
            return Long.MAX_VALUE;
        }
        return isFull ? Math.max(dialNanos, FULL_PAUSE_NANOS) : dialNanos;
    }

    /**
     * Tells whether a caller for whom there is no connection may dial one; a caller that is not in the queue is null.
     * A caller that does not accept every connection gets a dial: waiting for a free one may not help it.
     */
    boolean mayBegin(LeaseTerms terms, @Nullable Waiter<T, C> waiter) {
        int most = pool.maxDialing();
        if (most == 0) {
            return true;
        }
        Governor governor = history.governor;
        int open = dials.counting();
        int leased = entries.uses() - dials.callers();
        boolean isChoosy = terms != LeaseTerms.ANY;
        long nowNanos = pool.nanoTime();
        governor.passed(nowNanos);
        if (waiter == null) {
            return governor.mayDial(most, open, leased, 1, 0, isChoosy);
        }
        long lastingNanos = nowNanos - lastingSinceNanos;
        boolean atOnce = isChoosy || waiter.isHalfway(nowNanos);
        return governor.mayDial(most, open, leased, waiters.size, lastingNanos, atOnce);
    }

    /**
     * Tells whether callers on other terms may be served before a caller that could not be. They overtake only a caller that
     * may not dial yet: one that lacks a place must get the next.
     */
    boolean mayBeOvertaken(Waiter<T, C> waiter) {
        return pool.isGoverned() && !mayBegin(waiter.terms, waiter);
    }

    /** Tells whether a caller may dial out of turn because half of its time has passed. */
    boolean isDue(Waiter<T, C> waiter) {
        return waiter.isHalfway(pool.nanoTime()) && mayBegin(waiter.terms, waiter);
    }
}
