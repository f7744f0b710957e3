package dev.weir.internal.event;

import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeEnded;
import dev.weir.event.HandshakeKind;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link HandshakeEnded}. */
public record HandshakeEndedData(
        String pool,
        String route,
        DialOutcome outcome,
        @Nullable HandshakeKind tlsKind,
        long tlsNanos,
        ConnectionRef connection)
        implements HandshakeEnded {

    @Override
    public Optional<HandshakeKind> kind() {
        return Optional.ofNullable(tlsKind);
    }

    @Override
    public Duration time() {
        return Duration.ofNanos(tlsNanos);
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
