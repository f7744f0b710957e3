package dev.weir.internal.traffic;

import dev.weir.event.CloseCause;
import dev.weir.event.FailureKind;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RecentFailures;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** When a call last failed, by the kind of failure. Fields, because each route has one of these. Thread-safe. */
final class LastFailures {

    // Written by the threads whose calls failed; 0 while none has.
    private volatile long dialNanos;
    private volatile long exhaustedNanos;
    private volatile long exchangeNanos;

    void set(FailureKind kind, long nowNanos) {
        switch (kind) {
            case DIAL_FAILED -> dialNanos = nowNanos;
            case EXHAUSTED -> exhaustedNanos = nowNanos;
            case EXCHANGE_FAILED -> exchangeNanos = nowNanos;
        }
    }

    private long get(FailureKind kind) {
        return switch (kind) {
            case DIAL_FAILED -> dialNanos;
            case EXHAUSTED -> exhaustedNanos;
            case EXCHANGE_FAILED -> exchangeNanos;
        };
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

    // One that is counted but has no time yet is happening now.
    private Duration since(FailureKind kind, long nowNanos) {
        long then = get(kind);
        return Duration.ofNanos(then == 0 ? 0 : Math.max(0, nowNanos - then));
    }
}
