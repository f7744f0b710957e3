package dev.weir.internal.pool;

import dev.weir.event.PoolEvent;
import dev.weir.internal.diagnosis.Exhaustion;
import dev.weir.internal.diagnosis.LeakFigures;
import dev.weir.internal.diagnosis.Shortages;
import dev.weir.internal.retry.RetryBudget;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What failed, or was too slow, on a route, and what was already said of it. Most routes never need it. Thread-safe.
 */
final class Incidents {

    /** Often enough to show that it continues, rarely enough to read. */
    static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The time span of findings: a server that behaved for that long counts as fixed. */
    static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    // Long enough to catch the next leak of the same place; not forever, because a stack trace costs microseconds.
    private static final long TRACE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");
    private static final Logger RETRY_LOG = LoggerFactory.getLogger("dev.weir.retry");

    private final String target;
    private final PoolEvents events;
    private final TrafficCounters traffic;
    private final LongSupplier nanoClock;

    private final RetryBudget retries;
    private final AtomicLong unsolicitedNanos;

    private final LongAdder suspectedLeaks = new LongAdder();
    private final LongAdder collectedLeaks = new LongAdder();
    private final LongAdder returnedLeaks = new LongAdder();

    // Written by the thread that looks for leaks.
    private volatile boolean isTracing;
    private volatile long traceUntilNanos;
    private volatile String callSite = HeldLease.UNKNOWN_PLACE;

    // What the last refused caller was told.
    private volatile @Nullable Refusal refusal;

    private final AtomicLong unloggedRefusals = new AtomicLong();
    private final AtomicLong loggedNanos;

    private record Refusal(long atNanos, Shortages.Reasoned told) {}

    Incidents(String target, PoolEvents events, TrafficCounters traffic, LongSupplier nanoClock) {
        this.target = target;
        this.events = events;
        this.traffic = traffic;
        this.nanoClock = nanoClock;
        long nowNanos = nanoClock.getAsLong();
        this.retries = new RetryBudget(nowNanos);
        this.unsolicitedNanos = new AtomicLong(nowNanos - FORGIVEN_AFTER_NANOS);
        this.loggedNanos = new AtomicLong(nowNanos - 2 * LOG_INTERVAL_NANOS); // made after the first refusal was timed
    }

    /**
     * Takes one retry out of the budget.
     *
     * @param share how many retries each request adds
     * @param knob the name of the setting of the share
     * @return null if it may be made, else why it must not
     */
    @Nullable
    RetryBudgetException takeRetry(double share, String knob) {
        long nowNanos = nanoClock.getAsLong();
        RetryBudget.Answer answer = retries.take(nowNanos, traffic.lastRequests(nowNanos), share);
        if (answer == RetryBudget.Answer.GRANTED_AGAIN) {
            RETRY_LOG.info("Pool '{}': failed requests to {} are sent again", events.pool(), target);
        }
        events.tell(new PoolEvent.RetryDecided(events.pool(), target, answer.isGranted()));
        if (answer.isGranted()) {
            return null;
        }
        String message = "Pool '" + events.pool() + "': the request to " + target
                + " was not sent again, because retries are used up: " + knob + " allows " + share
                + " of the requests of the last 10 s, and 10 more. Too many requests fail; more load would"
                + " not help the server.";
        if (answer == RetryBudget.Answer.USED_UP) {
            RETRY_LOG.warn("{}", message);
        }
        return new RetryBudgetException(message);
    }

    /** Notes that bytes arrived that no request asked for; returns whether that is new. */
    boolean unsolicitedBytesCame() {
        long nowNanos = nanoClock.getAsLong();
        boolean isNew = nowNanos - unsolicitedNanos.getAndSet(nowNanos) >= FORGIVEN_AFTER_NANOS;
        if (isNew) {
            LOG.warn(
                    "Pool '{}': {} sent bytes that no request asked for; each such connection is closed, and"
                            + " diagnose() counts them",
                    events.pool(),
                    target);
        }
        return isNew;
    }

    void leakSuspected(long nowNanos) {
        suspectedLeaks.increment();
        trace(nowNanos);
    }

    /** Notes a leak that was garbage collected and whose place was taken back. */
    void leakCollected(long nowNanos) {
        collectedLeaks.increment();
        trace(nowNanos);
    }

    private void trace(long nowNanos) {
        traceUntilNanos = nowNanos + TRACE_NANOS;
        isTracing = true;
    }

    /** Notes where the latest one was leased. */
    void leasedAt(String place) {
        callSite = place;
    }

    /** Notes that a suspected leak has ended: with its request if its holder returned it, with null if it was taken back. */
    void leakReturned(@Nullable String request, long heldNanos) {
        returnedLeaks.increment();
        if (request != null) {
            LOG.info(
                    "Pool '{}': the connection to {} that was suspected to be leaked ({}) was returned after {} ms",
                    events.pool(),
                    target,
                    request,
                    TimeUnit.NANOSECONDS.toMillis(heldNanos));
        }
    }

    /** Tells whether a leak is so recent that all leases record where they are made. */
    boolean isTracingLeaks() {
        return isTracing && nanoClock.getAsLong() - traceUntilNanos <= 0;
    }

    /** Returns the leaks that are still held, and for some minutes after the last also those that were taken back. */
    LeakFigures leaks() {
        long held = Math.max(0, suspectedLeaks.sum() - returnedLeaks.sum());
        return new LeakFigures(held, isTracingLeaks() ? collectedLeaks.sum() : 0, callSite);
    }

    /** Decides why a caller gets no connection, and keeps it. */
    Shortages.Reasoned refused(Exhaustion figures, long nowNanos) {
        Shortages.Reasoned told = Shortages.verdict(figures);
        refusal = new Refusal(nowNanos, told);
        return told;
    }

    /** Returns what the last caller was told that got no connection; null if that is too long ago to matter. */
    Shortages.@Nullable Reasoned refusal() {
        Refusal last = refusal;
        return last == null || nanoClock.getAsLong() - last.atNanos > FORGIVEN_AFTER_NANOS ? null : last.told;
    }

    /** Returns how many refusals went without a log line since the last; less than zero if this one does, too. */
    long unloggedBefore(long nowNanos) {
        long last = loggedNanos.get();
        if (nowNanos - last >= LOG_INTERVAL_NANOS && loggedNanos.compareAndSet(last, nowNanos)) {
            return unloggedRefusals.getAndSet(0);
        }
        unloggedRefusals.incrementAndGet();
        return -1;
    }
}
