package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether the dials of a route fail at the moment. Thread-safe. */
final class DialMemory {

    // A canceled dial says nothing about the host.
    private static final Set<DialOutcome> NEUTRAL = EnumSet.of(DialOutcome.CANCELLED);

    // Written by the thread that dials; null if the last dial that came to an end succeeded.
    private volatile @Nullable DialOutcome lastFailure;
    private volatile long lastFailureNanos;

    void ended(DialOutcome outcome, long nowNanos) {
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
