package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.FailureKind;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RecentFailures;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** When a call failed last, by the kind of failure. Thread-safe. */
final class LastFailures {

    private final Map<FailureKind, Long> atNanos = new ConcurrentHashMap<>(1);

    void set(FailureKind kind, long nowNanos) {
        atNanos.put(kind, nowNanos);
    }

    /** Returns the failures among leases and closed connections. */
    Map<FailureKind, RecentFailures> among(
            Map<LeaseOutcome, Long> leases, Map<CloseCause, Long> closed, long nowNanos) {
        Map<FailureKind, Long> counts = new EnumMap<>(FailureKind.class);
        leases.forEach((outcome, count) -> add(counts, Failing.by(outcome), count));
        closed.forEach((cause, count) -> add(counts, Failing.by(cause), count));
        Map<FailureKind, RecentFailures> failures = new EnumMap<>(FailureKind.class);
        counts.forEach((kind, count) -> failures.put(kind, new RecentFailures(count, since(kind, nowNanos))));
        return failures;
    }

    private static void add(Map<FailureKind, Long> counts, @Nullable FailureKind kind, long count) {
        if (kind != null) {
            counts.merge(kind, count, Long::sum);
        }
    }

    // One that is counted and has no time yet happens at this moment.
    private Duration since(FailureKind kind, long nowNanos) {
        long then = atNanos.getOrDefault(kind, nowNanos);
        return Duration.ofNanos(Math.max(0, nowNanos - then));
    }
}
