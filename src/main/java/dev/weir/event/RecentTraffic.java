package dev.weir.event;

import java.time.Duration;
import java.util.Map;

/**
 * The recent traffic of a route: of the last five to ten minutes, or since its first request. Immutable.
 *
 * @param span the length of that time
 * @param callers how many leases ended, whatever their outcome
 * @param failures the failures by kind; kinds without any are left out
 * @param queueP99 the time in the queue that 99 % of the callers did not exceed, within 13 %; zero if almost none had to wait
 * @param heldMean how long callers held connections on average, counting those that released theirs; zero if none did
 * @param mostInUse most connections in use at once, or exchanges where these share connections
 * @param leaked connections that were not released, and still are not
 * @param takenBack connections that were recently taken back, because their response was garbage collected
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

    /** Keeps a copy of the map. */
    public RecentTraffic {
        failures = Map.copyOf(failures);
    }
}
