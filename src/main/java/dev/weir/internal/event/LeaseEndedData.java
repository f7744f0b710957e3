package dev.weir.internal.event;

import dev.weir.event.LeaseEnded;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link LeaseEnded}. */
public record LeaseEndedData(
        String pool,
        String route,
        LeaseOutcome outcome,
        long waitNanos,
        @Nullable String id) implements LeaseEnded {

    /** Makes the event; most callers have not waited, so their event takes less memory. */
    public static LeaseEnded of(String pool, String route, LeaseOutcome outcome, long waitNanos, @Nullable String id) {
        return waitNanos == 0
                ? new PromptLeaseData(pool, route, outcome, id)
                : new LeaseEndedData(pool, route, outcome, waitNanos, id);
    }

    @Override
    public Duration waited() {
        return Duration.ofNanos(waitNanos);
    }

    @Override
    public Optional<String> connectionId() {
        return ConnectionRef.idOf(id);
    }
}
