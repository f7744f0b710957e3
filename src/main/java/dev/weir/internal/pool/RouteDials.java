package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.internal.traffic.TrafficCounters;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The dials of a route: counts them, and knows whether they fail at the moment. Thread-safe.
 */
final class RouteDials {

    // A canceled dial says nothing about the host.
    private static final Set<DialOutcome> NEUTRAL = EnumSet.of(DialOutcome.CANCELLED);

    private final TrafficCounters traffic;
    private final LongSupplier nanoClock;

    // Written by the thread that dials; null if the last dial that came to an end succeeded.
    private volatile @Nullable DialOutcome lastFailure;
    private volatile long lastFailureNanos;

    RouteDials(TrafficCounters traffic, LongSupplier nanoClock) {
        this.traffic = traffic;
        this.nanoClock = nanoClock;
    }

    void ended(DialOutcome outcome, long dialNanos) {
        traffic.dialed(outcome, dialNanos);
        remember(outcome, nanoClock.getAsLong());
    }

    private void remember(DialOutcome outcome, long nowNanos) {
        if (outcome == DialOutcome.CONNECTED) {
            if (lastFailure != null) {
                lastFailure = null;
            }
        } else if (!NEUTRAL.contains(outcome)) {
            lastFailureNanos = nowNanos;
            lastFailure = outcome;
        }
    }

    /** Returns the failure of the last dial; null if it succeeded, or was too long ago to matter. */
    @Nullable
    DialOutcome failure(long nowNanos, long relevantNanos) {
        DialOutcome failure = lastFailure;
        return failure != null && nowNanos - lastFailureNanos <= relevantNanos ? failure : null;
    }
}
