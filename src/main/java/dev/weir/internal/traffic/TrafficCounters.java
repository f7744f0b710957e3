package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts the activity of a route in periods of five minutes, and adds up those that are over. Recording costs a few counters
 * and no allocation. A route without traffic costs little memory: a period is made at its first event. Thread-safe; periods
 * are ended by one thread.
 */
public final class TrafficCounters {

    /** The length of a period: figures cover between one and two of these. */
    public static final long MARK_NANOS = TimeUnit.MINUTES.toNanos(5);

    private static final List<LeaseOutcome> WITH_CONNECTION = List.of(
            LeaseOutcome.REUSED, LeaseOutcome.REUSED_AFTER_WAIT, LeaseOutcome.DIALED, LeaseOutcome.DIALED_AFTER_WAIT);

    private static final Period NOTHING = new Period();

    private final AtomicReference<Counted> counted;
    private final long createdNanos;
    // Written by any thread that has a request, about once a second; null while there are none.
    private volatile @Nullable RequestWindow window;

    /** All until now. An event that its thread notes in a period after the next one has ended is lost. */
    private record Counted(
            Map<LeaseOutcome, Long> leases,
            Map<CloseCause, Long> closed,
            Period last,
            long lastNanos,
            Period present,
            long presentNanos) {

        Counted begun() {
            return present != NOTHING ? this : new Counted(leases, closed, last, lastNanos, new Period(), presentNanos);
        }

        Counted ended(long nowNanos) {
            return new Counted(
                    Traffic.sum(leases, last.leases.counts()),
                    Traffic.sum(closed, last.closed.counts()),
                    present,
                    presentNanos,
                    NOTHING,
                    nowNanos);
        }

        Map<LeaseOutcome, Long> allLeases() {
            return Traffic.sum(Traffic.sum(leases, last.leases.counts()), present.leases.counts());
        }

        Map<CloseCause, Long> allClosed() {
            return Traffic.sum(Traffic.sum(closed, last.closed.counts()), present.closed.counts());
        }

        Traffic recent(long nowNanos) {
            Duration span = Duration.ofNanos(Math.max(0, nowNanos - lastNanos));
            return Traffic.of(span, last, present);
        }
    }

    /**
     * Begins at zero.
     *
     * @param nowNanos the time
     */
    public TrafficCounters(long nowNanos) {
        this.createdNanos = nowNanos;
        this.counted = new AtomicReference<>(new Counted(Map.of(), Map.of(), NOTHING, nowNanos, NOTHING, nowNanos));
    }

    private Counted counted() {
        return Objects.requireNonNull(counted.get());
    }

    private Period period() {
        Period present = counted().present;
        return present != NOTHING ? present : Objects.requireNonNull(counted.updateAndGet(Counted::begun)).present;
    }

    /**
     * Counts the end of a lease.
     *
     * @param outcome how it ended
     * @param waitNanos how long it waited
     */
    public void leased(LeaseOutcome outcome, long waitNanos) {
        Period period = period();
        period.leases.increment(outcome);
        if (waitNanos > 0) {
            period.waited.record(waitNanos);
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
        Map<LeaseOutcome, Long> leases = counted().allLeases();
        long sum = 0;
        for (LeaseOutcome outcome : WITH_CONNECTION) {
            sum += leases.getOrDefault(outcome, 0L);
        }
        return sum;
    }

    /**
     * Counts a connection that came back.
     *
     * @param heldNanos how long it was held
     * @param inUse how many were in use with it
     */
    public void released(long heldNanos, int inUse) {
        Period period = period();
        period.held.record(heldNanos);
        period.inUse(inUse);
    }

    /**
     * Counts a dial; its time, if a connection was established.
     *
     * @param outcome how it ended
     * @param dialNanos how long it took
     */
    public void dialed(DialOutcome outcome, long dialNanos) {
        Period period = period();
        period.dials.increment(outcome);
        if (outcome == DialOutcome.CONNECTED) {
            period.dialed.record(dialNanos);
        }
    }

    /**
     * Counts a closed connection.
     *
     * @param cause why
     * @param uses how many requests it had carried
     */
    public void closed(CloseCause cause, long uses) {
        Period period = period();
        period.closed.increment(cause);
        period.usesOfClosed.add(uses);
        if (uses == 1) {
            period.usedOnce.increment();
        }
    }

    /** Counts a call that {@code timeouts.total} ended during its exchange. */
    public void cutCall() {
        period().cutCalls.increment();
    }

    /** Counts a call that got no response within the read timeout. */
    public void readTimedOut() {
        period().readTimeouts.increment();
    }

    /**
     * Returns the closed connections since the beginning.
     *
     * @return by cause
     */
    public Map<CloseCause, Long> closedCounts() {
        return counted().allClosed();
    }

    /**
     * Returns the leases since the beginning.
     *
     * @return by outcome
     */
    public Map<LeaseOutcome, Long> leaseCounts() {
        return counted().allLeases();
    }

    /**
     * Ends the period if it is time to.
     *
     * @param nowNanos the time
     */
    public void mark(long nowNanos) {
        if (nowNanos - counted().presentNanos >= MARK_NANOS) {
            counted.updateAndGet(now -> now.ended(nowNanos));
            if (!isActive()) {
                window = null;
            }
        }
    }

    /**
     * Tells whether there was activity recently; cheaper than the figures.
     *
     * @return false if the figures would be empty
     */
    public boolean isActive() {
        Counted now = counted();
        return now.last != NOTHING || now.present != NOTHING;
    }

    /**
     * Returns the recent activity.
     *
     * @param nowNanos the time
     * @return the traffic of the last five to ten minutes, or since the beginning
     */
    public Traffic recent(long nowNanos) {
        return counted().recent(nowNanos);
    }
}
