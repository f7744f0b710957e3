package dev.weir.internal.event;

import dev.weir.event.DialEnded;
import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeKind;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/** See {@link DialEnded}. */
public record DialEndedData(String pool, String route, DialOutcome outcome, DialTimes times, ConnectionRef connection)
        implements DialEnded {

    @Override
    public Duration time() {
        return Duration.ofNanos(times.dialNanos());
    }

    @Override
    public Duration lookup() {
        return Duration.ofNanos(times.dnsNanos());
    }

    @Override
    public Duration handshake() {
        return Duration.ofNanos(times.tlsNanos());
    }

    @Override
    public Optional<HandshakeKind> handshakeKind() {
        return Optional.ofNullable(times.tlsKind());
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
