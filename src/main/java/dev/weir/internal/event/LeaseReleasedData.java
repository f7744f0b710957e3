package dev.weir.internal.event;

import dev.weir.event.LeaseReleased;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link LeaseReleased}. */
public record LeaseReleasedData(
        String pool, String route, long heldNanos, @Nullable String id) implements LeaseReleased {

    @Override
    public Duration held() {
        return Duration.ofNanos(heldNanos);
    }

    @Override
    public Optional<String> connectionId() {
        return ConnectionRef.idOf(id);
    }
}
