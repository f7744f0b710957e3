package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of a caller in the queue of its route. It ends with an entry, with a failure (too late, refused, or that of a
 * dial), or canceled: by the caller or by the closing of the pool. On its way it is admitted once a dial is under way for it;
 * its time is not limited as long as that covers it. Thread-safe.
 *
 * <p>One whose caller gives up gets no entry any more: it goes to the next. A caller that is served at that moment still
 * gets it, so that none is lost.
 */
public final class Waiter {

    /** A caller that waits. */
    @FunctionalInterface
    public interface Caller {

        /**
         * Is told that the wait has ended, or that a dial is under way for it, or not any longer; perhaps before it knows
         * the wait. It must be quick.
         *
         * @param wait the wait
         */
        void told(Waiter wait);
    }

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // So that the time is over when it asks.
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    /** How it ends that is not served in time. */
    static final Object LATE = new Object();

    /** How it ends whose caller has given up, or whose pool was closed. */
    static final Object CANCELED = new Object();

    private static final Object TAKEN = new Object();

    final Segment segment;
    final @Nullable Object state;
    final LeaseTerms terms;
    // The highest number for no limit.
    final long limitNanos;
    // So many may wait, this one included.
    final int maxPending;
    // Moves on by the time in which it was covered. Written while holding the gate.
    private volatile long sinceNanos;
    private final Caller caller;

    // Its place in the queue, guarded by the segment's gate.
    boolean queued;
    // Whether it had to wait for a dial to begin.
    boolean pends;
    long arrival;

    // How it ends, once that is decided, unless its caller gives up before it is told. Written while holding the gate.
    @Nullable
    Object decided;

    // Both written while holding the gate, as is the time since when a dial has covered it; the first once.
    private volatile boolean admitted;
    private volatile boolean covered;
    private long coveredNanos;

    // An entry, which its caller takes, an exception, or one of the above; null while it waits.
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

    Waiter(Segment segment, @Nullable Object state, LeaseTerms terms, long limitNanos, int maxPending, Caller caller) {
        this.segment = segment;
        this.state = state;
        this.terms = terms;
        this.caller = caller;
        this.limitNanos = limitNanos == 0 ? Long.MAX_VALUE : limitNanos;
        this.maxPending = maxPending;
        this.sinceNanos = segment.pool.nanoTime();
    }

    /**
     * Takes the entry that it ended with, which is the caller's from then on.
     *
     * @return the entry, once; null for none
     */
    public @Nullable Entry take() {
        return outcome.get() instanceof Entry entry && outcome.compareAndSet(entry, TAKEN) ? entry : null;
    }

    /**
     * Returns why it ended without an entry.
     *
     * @return why; null if it has not
     */
    public @Nullable Throwable failure() {
        Object how = outcome.get();
        return how == CANCELED
                ? new CancellationException("The wait for a connection was canceled")
                : how == LATE
                        ? new TimeoutException("No connection became free in time")
                        : how instanceof Throwable why ? why : null;
    }

    /**
     * Tells whether a dial is under way for it, or was.
     *
     * @return whether it was ever covered
     */
    public boolean isAdmitted() {
        return admitted;
    }

    /**
     * Tells whether a dial is under way for it.
     *
     * @return false before it is admitted, and once that dial carries fewer callers than it might have
     */
    public boolean isCovered() {
        return covered;
    }

    /**
     * Tells whether it goes on without a dial under way for it.
     *
     * @return whether its time runs
     */
    public boolean isPending() {
        return !covered && !isDone();
    }

    boolean isDone() {
        return outcome.get() != null;
    }

    /** Call it while holding the gate. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    void cover(boolean isCovered) {
        long nowNanos = segment.pool.nanoTime();
        if (isCovered) {
            admitted = true;
            coveredNanos = nowNanos;
        } else {
            sinceNanos += nowNanos - coveredNanos;
        }
        covered = isCovered;
    }

    void tell() {
        try {
            caller.told(this);
        } catch (Throwable e) { // the thread that tells did not cause it
            LOG.warn("The callback of a caller that waited for a connection failed", e);
        }
    }

    /**
     * Returns how much of its time is left unless it is covered.
     *
     * @return the time, not below zero
     */
    public long leftNanos() {
        return Math.max(0, limitNanos - (segment.pool.nanoTime() - sinceNanos));
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /**
     * Returns for how long to wait before it must {@link #ask} again, though nothing happened: time alone may serve it, or
     * end it.
     *
     * @return nanoseconds, at least a moment
     */
    public long pauseNanos() {
        long waitedNanos = segment.pool.nanoTime() - sinceNanos;
        long halfNanos = limitNanos / 2;
        long firstNanos = Math.min(segment.askAfterNanos(), halfNanos);
        long nextNanos = waitedNanos < firstNanos ? firstNanos : waitedNanos < halfNanos ? halfNanos : limitNanos;
        return Math.min(Math.max(0, nextNanos - waitedNanos), Long.MAX_VALUE - MILLISECOND) + MILLISECOND;
    }

    /** Serves it if that is possible by now, or ends it if its time is over. */
    public void ask() {
        if (!isDone()) {
            try (Effects step = segment.step()) {
                segment.serve(step);
            }
        }
    }

    boolean isHalfway(long nowNanos) {
        return nowNanos - sinceNanos >= limitNanos / 2;
    }

    boolean isLate(long nowNanos) {
        return !covered && nowNanos - sinceNanos >= limitNanos;
    }

    /** Ends it as decided. An entry goes back, as usable as before, if the caller has given up by then. */
    void end(Effects effects) {
        Object how = Objects.requireNonNull(decided);
        if (!ends(how) && how instanceof Entry granted) {
            try (Effects step = effects.enter(segment)) {
                if (granted.present) {
                    segment.free(granted, true, false, step);
                }
            }
        }
    }

    private boolean ends(Object how) {
        boolean isFirst = outcome.compareAndSet(null, how);
        if (isFirst) {
            tell();
        }
        return isFirst;
    }

    /**
     * Gives up, which the store knows when this returns.
     *
     * @return false if it had ended before
     */
    public boolean cancel() {
        try {
            return ends(CANCELED);
        } finally {
            if (outcome.get() == CANCELED) {
                segment.forget(this);
            }
        }
    }
}
