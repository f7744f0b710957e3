package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts the activity of a route since the beginning, and provides figures of the last minutes, which are the counts since a
 * mark. Recording costs a few counters and no allocation. A route without traffic costs little memory: the measurements are
 * allocated at the first request and dropped after two marks without any. Thread-safe; marks are set by one thread.
 */
public final class TrafficCounters {

    /** How often a mark is set: figures cover between one and two of these spans. */
    public static final long MARK_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final List<LeaseOutcome> WITH_CONNECTION = List.of(
            LeaseOutcome.REUSED, LeaseOutcome.REUSED_AFTER_WAIT, LeaseOutcome.DIALED, LeaseOutcome.DIALED_AFTER_WAIT);
    private static final LeaseOutcome[] OUTCOMES = LeaseOutcome.values();
    private static final CloseCause[] CAUSES = CloseCause.values();
    private static final DialOutcome[] DIALS = DialOutcome.values();

    private final Counter<LeaseOutcome> leases = new Counter<>(LeaseOutcome.class, OUTCOMES);
    private final Counter<CloseCause> closed = new Counter<>(CloseCause.class, CAUSES);
    private final Counter<DialOutcome> dials = new Counter<>(DialOutcome.class, DIALS);
    private final AtomicReference<@Nullable Spent> spent = new AtomicReference<>();

    private final long createdNanos;

    // Written by any thread that has a request, about once a second; null until then, and again after two marks without
    // any.
    private volatile @Nullable RequestWindow window;

    // Written by the thread that sets marks; the first is made when it is needed.
    private volatile @Nullable Mark begin;
    private volatile @Nullable Mark middle;

    /** A moment, and the counts up to it; the peak is that of the span before it. */
    private record Mark(
            long atNanos, Counted until, @Nullable Spent spent, Spent.Picture measured, int peakBefore) {

        /** The measurements up to that moment. */
        Spent.Picture measured(@Nullable Spent now) {
            return now == spent ? measured : Spent.Picture.NONE;
        }
    }

    private record Counted(Map<LeaseOutcome, Long> leases, Map<CloseCause, Long> closed, Map<DialOutcome, Long> dials) {
        static final Counted NOTHING = new Counted(Map.of(), Map.of(), Map.of());
    }

    /**
     * Begins at zero.
     *
     * @param nowNanos the time
     */
    public TrafficCounters(long nowNanos) {
        this.createdNanos = nowNanos;
    }

    private Mark begin() {
        Mark set = begin;
        return set != null ? set : new Mark(createdNanos, Counted.NOTHING, null, Spent.Picture.NONE, 0);
    }

    private Spent spent() {
        Spent present = spent.get();
        if (present != null) {
            return present;
        }
        spent.compareAndSet(null, new Spent());
        Spent made = spent.get();
        return made != null ? made : new Spent(); // dropped again at this moment, which loses one figure
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
            spent().waited.record(waitNanos);
        }
    }

    /**
     * Notes the time of a request. Call it about once a second while there are any.
     *
     * @param nowNanos the time
     */
    public void tick(long nowNanos) {
        RequestWindow present = window();
        present.mark(nowNanos, requests());
        window = present;
    }

    /**
     * Returns how many requests got a connection within the last ten seconds.
     *
     * @param nowNanos the time
     * @return the number, covering at least nine seconds
     */
    public long lastRequests(long nowNanos) {
        return window().since(nowNanos, requests());
    }

    private RequestWindow window() {
        RequestWindow present = window;
        return present != null ? present : new RequestWindow(createdNanos, 0);
    }

    private long requests() {
        long sum = 0;
        for (LeaseOutcome outcome : WITH_CONNECTION) {
            sum += leases.count(outcome);
        }
        return sum;
    }

    /**
     * Counts a connection that came back.
     *
     * @param heldNanos how long it was held
     * @param inUse how many were in use with it; 0 if that was noted before
     */
    public void released(long heldNanos, int inUse) {
        Spent measured = spent();
        measured.held.record(heldNanos);
        if (inUse > measured.peak.get()) {
            measured.peak.accumulateAndGet(inUse, Math::max);
        }
    }

    /**
     * Notes how many connections are in use.
     *
     * @param inUse the number
     */
    public void inUse(int inUse) {
        AtomicInteger peak = spent().peak;
        if (inUse > peak.get()) {
            peak.accumulateAndGet(inUse, Math::max);
        }
    }

    /**
     * Counts a dial; its time, if a connection was established.
     *
     * @param outcome how it ended
     * @param dialNanos how long it took
     */
    public void dialed(DialOutcome outcome, long dialNanos) {
        dials.increment(outcome);
        if (outcome == DialOutcome.CONNECTED) {
            spent().dialed.record(dialNanos);
        }
    }

    /**
     * Counts a closed connection.
     *
     * @param cause why
     * @param uses how many requests it had carried
     */
    public void closed(CloseCause cause, long uses) {
        closed.increment(cause);
        Spent measured = spent();
        measured.usesOfClosed.add(uses);
        if (uses == 1) {
            measured.usedOnce.increment();
        }
    }

    /** Counts a call that got no response within the read timeout. */
    public void readTimedOut() {
        spent().readTimeouts.increment();
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
        Mark last = middle != null ? middle : begin();
        if (nowNanos - last.atNanos < MARK_NANOS) {
            return;
        }
        Counted now = counted();
        if (middle != null && now.equals(begin().until)) {
            rest(nowNanos, now);
            return;
        }
        if (middle != null) {
            begin = middle;
        }
        Spent present = spent.get();
        middle = now.equals(last.until) && last.spent == present
                ? new Mark(nowNanos, last.until, present, last.measured, 0)
                : new Mark(nowNanos, now, present, picture(present), peak(present));
    }

    // No activity since the mark before the last.
    private void rest(long nowNanos, Counted now) {
        spent.set(null);
        window = null;
        begin = new Mark(nowNanos - MARK_NANOS, now, null, Spent.Picture.NONE, 0);
        middle = null;
    }

    private static Spent.Picture picture(@Nullable Spent spent) {
        return spent == null ? Spent.Picture.NONE : spent.picture();
    }

    private static int peak(@Nullable Spent spent) {
        return spent == null ? 0 : spent.peak.getAndSet(0);
    }

    /**
     * Tells whether there was activity recently; cheaper than the figures.
     *
     * @return false if the figures would be empty
     */
    public boolean isActive() {
        return spent.get() != null || !counted().equals(begin().until);
    }

    /**
     * Returns the recent activity.
     *
     * @param nowNanos the time
     * @return the traffic of the last five to ten minutes, or since the beginning
     */
    public Traffic recent(long nowNanos) {
        Mark from = begin();
        Mark between = middle;
        Spent present = spent.get();
        Spent.Picture until = picture(present);
        Spent.Picture before = from.measured(present);
        return new Traffic(
                Duration.ofNanos(Math.max(0, nowNanos - from.atNanos)),
                difference(leases.counts(), from.until.leases),
                difference(closed.counts(), from.until.closed),
                until.usedOnce() - before.usedOnce(),
                until.usesOfClosed() - before.usesOfClosed(),
                difference(dials.counts(), from.until.dials),
                until.held().since(before.held()),
                until.waited().since(before.waited()),
                until.dialed().since(before.dialed()),
                Math.max(present == null ? 0 : present.peak.get(), between == null ? 0 : between.peakBefore),
                until.readTimeouts() - before.readTimeouts());
    }

    private Counted counted() {
        return new Counted(leases.counts(), closed.counts(), dials.counts());
    }

    private static <E> Map<E, Long> difference(Map<E, Long> now, Map<E, Long> before) {
        if (now.isEmpty()) {
            return Map.of();
        }
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
