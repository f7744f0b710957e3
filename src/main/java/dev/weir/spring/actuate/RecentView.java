package dev.weir.spring.actuate;

import dev.weir.event.FailureKind;
import dev.weir.event.RecentTraffic;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * What a route carried in the last five to ten minutes, or since its first request.
 *
 * @param spanMillis how long that is
 * @param callers how many callers asked for a connection, and got one or not
 * @param failures the failures by kind; kinds that never came are left out
 * @param queueP99Millis the time in the queue that 99 % of the callers did not exceed
 * @param heldMeanMillis how long callers held connections on average
 * @param mostInUse most connections in use at once, or exchanges with HTTP/2
 * @param leaked connections that were not given back, and have not come back since
 * @param takenBack connections that were taken back after the response was garbage collected
 */
record RecentView(
        long spanMillis,
        long callers,
        Map<FailureKind, Failures> failures,
        double queueP99Millis,
        double heldMeanMillis,
        int mostInUse,
        long leaked,
        long takenBack) {

    /**
     * The failures of one kind.
     *
     * @param count how many
     * @param lastMillis time since the last one
     */
    record Failures(long count, long lastMillis) {}

    private static final double MICROS_PER_MILLI = 1_000;

    static RecentView of(RecentTraffic recent) {
        Map<FailureKind, Failures> failures = new TreeMap<>();
        recent.failures()
                .forEach((kind, each) -> failures.put(
                        kind, new Failures(each.count(), each.sinceLast().toMillis())));
        return new RecentView(
                recent.span().toMillis(),
                recent.callers(),
                failures,
                millis(recent.queueP99().toNanos()),
                millis(recent.heldMean().toNanos()),
                recent.mostInUse(),
                recent.leaked(),
                recent.takenBack());
    }

    /** With three digits after the point, because many exchanges take less than a millisecond. */
    private static double millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos) / MICROS_PER_MILLI;
    }
}
