package dev.weir.internal.event;

import dev.weir.event.LeaseOutcome;

/**
 * How an exchange got its connection.
 *
 * @param outcome the outcome of its lease
 * @param waitNanos nanoseconds in the queue
 * @param idleNanos nanoseconds for which the connection was idle before
 * @param uses requests that the connection has carried, this one included
 */
public record LeaseResult(LeaseOutcome outcome, long waitNanos, long idleNanos, long uses) {

    LeaseResult within(long nanos) {
        return waitNanos <= nanos ? this : new LeaseResult(outcome, Math.max(0, nanos), idleNanos, uses);
    }
}
