package dev.weir.internal.event;

import dev.weir.event.ConnectAttempt;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link ConnectAttempt}. */
public record ConnectAttemptData(
        SocketAddress address, long nanos, @Nullable Throwable cause) implements ConnectAttempt {

    @Override
    public Duration time() {
        return Duration.ofNanos(nanos);
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(cause);
    }
}
