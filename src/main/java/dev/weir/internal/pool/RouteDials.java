package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dials of a route: counts them, and knows whether they fail at the moment. Thread-safe.
 */
final class RouteDials {

    private final TrafficCounters traffic;
    private final LongSupplier nanoClock;

    // Written by the thread that dials; null if the last dial that came to an end succeeded.
    private volatile @Nullable Failure last;

    /** How a dial failed. */
    record Failure(DialOutcome outcome, Throwable cause, long atNanos) {}

    RouteDials(TrafficCounters traffic, LongSupplier nanoClock) {
        this.traffic = traffic;
        this.nanoClock = nanoClock;
    }

    void ended(DialOutcome outcome, long dialNanos, @Nullable Throwable failure) {
        traffic.dialed(outcome, dialNanos);
        if (failure == null) {
            if (last != null) {
                last = null;
            }
        } else if (outcome != DialOutcome.CANCELLED) { // which says nothing about the host
            last = new Failure(outcome, failure, nanoClock.getAsLong());
        }
    }

    /** Returns the failure of the last dial; null if it succeeded, or was too long ago to matter. */
    @Nullable
    Failure failure(long nowNanos, long relevantNanos) {
        Failure failure = last;
        return failure != null && nowNanos - failure.atNanos <= relevantNanos ? failure : null;
    }
}
