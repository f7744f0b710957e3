package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a route, counted since the beginning; and a picture of the last minutes, which is what was counted since a
 * mark. Recording costs some counters and no allocation. Thread-safe; marks are set by one thread.
 */
public final class TrafficCounters {

    /** How often a mark is set: a picture shows between one and two of these spans. */
    public static final long MARK_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Counter<LeaseOutcome> leases = new Counter<>(LeaseOutcome.class);
    private final Counter<CloseCause> closed = new Counter<>(CloseCause.class);
    private final Counter<DialOutcome> dials = new Counter<>(DialOutcome.class);
    private final LongAdder usedOnce = new LongAdder();
    private final LongAdder usesOfClosed = new LongAdder();
    private final TimeHistogram held = new TimeHistogram();
    private final TimeHistogram waited = new TimeHistogram();
    private final TimeHistogram dialled = new TimeHistogram();
    private final AtomicInteger peak = new AtomicInteger();

    // Written by the thread that sets marks.
    private volatile Mark begin;
    private volatile @Nullable Mark middle;

    /** A moment, and what was counted until then; the peak is that of the span before it. */
    private record Mark(long atNanos, Traffic until, int peakBefore) {}

    /**
     * Begins at zero.
     *
     * @param nowNanos the time
     */
    public TrafficCounters(long nowNanos) {
        this.begin = new Mark(nowNanos, total(), 0);
    }

    /**
     * Counts the end of a lease.
     *
     * @param outcome how it ended
     * @param waitNanos how long it waited
     */
    public void leased(LeaseOutcome outcome, long waitNanos) {
        leases.increment(outcome);
        if (waitNanos > 0) {
            waited.record(waitNanos);
        }
    }

    /**
     * Counts a connection that came back.
     *
     * @param heldNanos how long it was held
     */
    public void released(long heldNanos) {
        held.record(heldNanos);
    }

    /**
     * Notes how many connections are in use.
     *
     * @param inUse the number
     */
    public void inUse(int inUse) {
        if (inUse > peak.get()) {
            peak.accumulateAndGet(inUse, Math::max);
        }
    }

    /**
     * Counts a dial.
     *
     * @param outcome how it ended
     * @param dialNanos how long it took
     */
    public void dialled(DialOutcome outcome, long dialNanos) {
        dials.increment(outcome);
        dialled.record(dialNanos);
    }

    /**
     * Counts a closed connection.
     *
     * @param cause why
     * @param uses how many requests it had carried
     */
    public void closed(CloseCause cause, long uses) {
        closed.increment(cause);
        usesOfClosed.add(uses);
        if (uses == 1) {
            usedOnce.increment();
        }
    }

    /**
     * Returns the closed connections since the beginning.
     *
     * @return by cause
     */
    public Map<CloseCause, Long> closedCounts() {
        return closed.counts();
    }

    /**
     * Returns the leases since the beginning.
     *
     * @return by outcome
     */
    public Map<LeaseOutcome, Long> leaseCounts() {
        return leases.counts();
    }

    /**
     * Sets a mark if it is time to.
     *
     * @param nowNanos the time
     */
    public void mark(long nowNanos) {
        Mark last = middle != null ? middle : begin;
        if (nowNanos - last.atNanos < MARK_NANOS) {
            return;
        }
        if (middle != null) {
            begin = middle;
        }
        middle = new Mark(nowNanos, total(), peak.getAndSet(0));
    }

    /**
     * Returns what happened lately.
     *
     * @param nowNanos the time
     * @return the traffic of the last five to ten minutes, or since the beginning
     */
    public Traffic recent(long nowNanos) {
        Mark from = begin;
        Mark between = middle;
        Traffic until = total();
        int peakBefore = between == null ? 0 : between.peakBefore;
        return new Traffic(
                Duration.ofNanos(Math.max(0, nowNanos - from.atNanos)),
                difference(until.leases(), from.until.leases()),
                difference(until.closed(), from.until.closed()),
                until.usedOnce() - from.until.usedOnce(),
                until.usesOfClosed() - from.until.usesOfClosed(),
                difference(until.dials(), from.until.dials()),
                until.held().since(from.until.held()),
                until.waited().since(from.until.waited()),
                until.dialled().since(from.until.dialled()),
                Math.max(peak.get(), peakBefore));
    }

    private Traffic total() {
        return new Traffic(
                Duration.ZERO,
                leases.counts(),
                closed.counts(),
                usedOnce.sum(),
                usesOfClosed.sum(),
                dials.counts(),
                held.picture(),
                waited.picture(),
                dialled.picture(),
                peak.get());
    }

    private static <E> Map<E, Long> difference(Map<E, Long> now, Map<E, Long> before) {
        Map<E, Long> difference = new HashMap<>();
        now.forEach((key, count) -> {
            long since = count - before.getOrDefault(key, 0L);
            if (since > 0) {
                difference.put(key, since);
            }
        });
        return difference;
    }
}
