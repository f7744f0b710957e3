package dev.weir.internal.event;

import dev.weir.event.LeaseEnded;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link LeaseEnded}: without a wait. */
record PromptLeaseData(
        String pool,
        String route,
        LeaseOutcome outcome,
        @Nullable String id) implements LeaseEnded {

    @Override
    public Duration waited() {
        return Duration.ZERO;
    }

    @Override
    public Optional<String> connectionId() {
        return ConnectionRef.idOf(id);
    }
}
