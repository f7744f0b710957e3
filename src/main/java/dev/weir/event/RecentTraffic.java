package dev.weir.event;

import java.time.Duration;
import java.util.Map;

/**
 * What a route carried lately: in the last five to ten minutes, or since its first request. Immutable.
 *
 * @param span how long that is
 * @param callers how many leases ended, whatever their outcome
 * @param failures the failures by kind; kinds without any are left out
 * @param queueP99 the time in the queue that 99 % of the callers did not exceed, within 13 %; zero if hardly one had to wait
 * @param heldMean how long callers held connections on average, those counted that gave theirs back; zero if none did
 * @param mostInUse most connections in use at once, or exchanges where these share connections
 * @param leaked connections that were not given back, and have not come back since
 * @param takenBack connections that were taken back lately, because what held them was garbage collected
 */
public record RecentTraffic(
        Duration span,
        long callers,
        Map<FailureKind, RecentFailures> failures,
        Duration queueP99,
        Duration heldMean,
        int mostInUse,
        long leaked,
        long takenBack) {

    /** Nothing is known. */
    public static final RecentTraffic NONE =
            new RecentTraffic(Duration.ZERO, 0, Map.of(), Duration.ZERO, Duration.ZERO, 0, 0, 0);

    /**
     * Copies the failures.
     *
     * @param span how long that is
     * @param callers how many leases ended
     * @param failures the failures by kind
     * @param queueP99 the time in the queue that 99 % of the callers did not exceed
     * @param heldMean how long callers held connections on average
     * @param mostInUse most connections in use at once
     * @param leaked connections that were not given back
     * @param takenBack connections that were taken back lately
     */
    public RecentTraffic {
        failures = Map.copyOf(failures);
    }
}
