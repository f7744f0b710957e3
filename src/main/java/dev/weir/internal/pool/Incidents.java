package dev.weir.internal.pool;

import dev.weir.failure.RetryBudgetException;
import dev.weir.internal.diagnosis.LeakFigures;
import dev.weir.internal.log.Log;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What failed, or was too slow, on a route, by kind. Most routes never need it, and few need all of it. Thread-safe.
 */
final class Incidents {

    private static final Log LOG = Log.of("pool");

    private final String target;
    private final PoolEvents events;
    private final TrafficCounters traffic;
    private final LongSupplier nanoClock;

    private final Lazy<LeakMemory> leaks = new Lazy<>();
    private final Lazy<ExhaustionLog> exhaustionLog = new Lazy<>();
    private final Lazy<UnsolicitedBytes> unsolicited = new Lazy<>();
    private final Lazy<RouteRetries> retries = new Lazy<>();

    Incidents(String target, PoolEvents events, TrafficCounters traffic, LongSupplier nanoClock) {
        this.target = target;
        this.events = events;
        this.traffic = traffic;
        this.nanoClock = nanoClock;
    }

    /** Takes one retry out of the budget; returns null if it may be made, else why it must not. */
    @Nullable
    RetryBudgetException takeRetry(double share, String knob) {
        long nowNanos = nanoClock.getAsLong();
        return budget(nowNanos).take(nowNanos, traffic.lastRequests(nowNanos), share, knob);
    }

    private RouteRetries budget(long nowNanos) {
        return retries.get(() -> new RouteRetries(target, events, nowNanos));
    }

    /** Notes that bytes arrived that no request asked for. */
    void unsolicitedBytesCame() {
        if (unsolicited.get(() -> new UnsolicitedBytes(System.nanoTime())).came(System.nanoTime())) {
            LOG.warn(
                    "Pool '{}': {} sent bytes that no request asked for; each such connection is closed, and"
                            + " diagnose() counts them",
                    events.pool(),
                    target);
        }
    }

    ExhaustionLog exhaustionLog() {
        return exhaustionLog.get(() -> new ExhaustionLog(System.nanoTime()));
    }

    LeakMemory leaks() {
        return leaks.get(LeakMemory::new);
    }

    /** Tells whether a leak is so recent that all leases record where they are made. */
    boolean isTracingLeaks() {
        LeakMemory known = leaks.get();
        return known != null && known.isTracing(nanoClock.getAsLong());
    }

    /** Returns what is known of leaks at a time. */
    LeakFigures leaked(long nowNanos) {
        return leaks.ask(known -> known.figures(nowNanos), LeakFigures.NONE);
    }

    /** Notes that a connection was returned that was suspected to be leaked. */
    void leakReturned(LeaseHolder leaseHolder, RoutePolicy policy, long heldNanos) {
        leaks().returned();
        LOG.info(
                "Pool '{}': the connection to {} that was suspected to be leaked ({}) was returned after {} ms",
                events.pool(),
                target,
                leaseHolder.request(policy),
                TimeUnit.NANOSECONDS.toMillis(heldNanos));
    }
}
