package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.FailureKind;
import dev.weir.event.LeaseOutcome;
import org.jspecify.annotations.Nullable;

/** Tells which outcomes and causes are failures of calls. Pure, and without allocation, because each lease is looked at. */
final class Failing {

    private Failing() {}

    /** Returns the failure of a lease; null if it did not fail, or the caller canceled it. */
    static @Nullable FailureKind by(LeaseOutcome outcome) {
        return switch (outcome) {
            case DIAL_FAILED -> FailureKind.DIAL_FAILED;
            case TIMED_OUT, REJECTED -> FailureKind.EXHAUSTED;
            case REUSED, REUSED_AFTER_WAIT, DIALED, DIALED_AFTER_WAIT, CANCELLED -> null;
        };
    }

    /** Returns the failure of an exchange; null if none failed. */
    static @Nullable FailureKind by(CloseCause cause) {
        return switch (cause) {
            case RESET, ERROR, PROTOCOL_ERROR, TOTAL_TIMEOUT -> FailureKind.EXCHANGE_FAILED;
            default -> null;
        };
    }
}
