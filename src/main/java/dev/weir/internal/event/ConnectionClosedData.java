package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionClosed;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/** See {@link ConnectionClosed}. */
public record ConnectionClosedData(
        String pool, String route, CloseCause cause, long ageNanos, long uses, ConnectionRef connection)
        implements ConnectionClosed {

    @Override
    public Duration age() {
        return Duration.ofNanos(ageNanos);
    }

    @Override
    public Optional<String> connectionId() {
        return ConnectionRef.idOf(connection.id());
    }

    @Override
    public Optional<SocketAddress> remoteAddress() {
        return connection.address();
    }

    @Override
    public Optional<Throwable> failure() {
        return connection.cause();
    }
}
