package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectAttempt;
import dev.weir.event.ExchangeFacts;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The facts of a call at one moment, read from a copy. */
public abstract class KnownFacts implements LeaseFacts {

    KnownFacts() {}

    /** Returns what is known at the moment. */
    abstract KeptFacts now();

    private <T> T ofLast(Function<ExchangeData, T> fact, T none) {
        ExchangeData exchange = now().last();
        return exchange == null ? none : fact.apply(exchange);
    }

    private <T> Optional<T> ofLast(Function<ExchangeData, Optional<T>> fact) {
        return ofLast(fact, Optional.empty());
    }

    private Duration time(Function<ExchangeData, Duration> fact) {
        return ofLast(fact, Duration.ZERO);
    }

    @Override
    public Optional<LeaseOutcome> outcome() {
        return ofLast(ExchangeData::outcome);
    }

    @Override
    public OptionalInt status() {
        return ofLast(ExchangeData::status, OptionalInt.empty());
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(now().course().failure());
    }

    @Override
    public boolean isCancelled() {
        return now().course().isCancelled();
    }

    @Override
    public Duration total() {
        return now().course().total();
    }

    @Override
    public Duration pause() {
        return time(ExchangeData::pause);
    }

    @Override
    public Duration waited() {
        return time(ExchangeData::waited);
    }

    @Override
    public Duration dialed() {
        return time(ExchangeData::dialed);
    }

    @Override
    public Duration lookup() {
        return time(ExchangeData::lookup);
    }

    @Override
    public Optional<LookupOutcome> lookupOutcome() {
        return ofLast(ExchangeData::lookupOutcome);
    }

    @Override
    public List<ConnectAttempt> connects() {
        return ofLast(ExchangeData::connects, List.of());
    }

    @Override
    public Duration handshake() {
        return time(ExchangeData::handshake);
    }

    @Override
    public Optional<HandshakeKind> handshakeKind() {
        return ofLast(ExchangeData::handshakeKind);
    }

    @Override
    public Duration firstByte() {
        return time(ExchangeData::firstByte);
    }

    @Override
    public Duration unanswered() {
        return time(ExchangeData::unanswered);
    }

    @Override
    public Duration body() {
        return time(ExchangeData::body);
    }

    @Override
    public long uses() {
        return ofLast(ExchangeData::uses, 0L);
    }

    @Override
    public Duration idleFor() {
        return time(ExchangeData::idleFor);
    }

    @Override
    public Optional<String> connectionId() {
        return ofLast(ExchangeData::connectionId);
    }

    @Override
    public @Nullable SocketAddress remoteAddress() {
        ConnectionEnds peer = peer();
        return peer == null ? null : peer.address();
    }

    @Override
    public @Nullable SocketAddress localAddress() {
        ConnectionEnds peer = peer();
        return peer == null ? null : peer.local();
    }

    private @Nullable ConnectionEnds peer() {
        ExchangeData exchange = now().last();
        return exchange == null ? null : exchange.peer();
    }

    @Override
    public Optional<String> protocol() {
        return ofLast(ExchangeData::protocol);
    }

    @Override
    public OptionalInt streamId() {
        return ofLast(ExchangeData::streamId, OptionalInt.empty());
    }

    @Override
    public OptionalLong bytesSent() {
        return ofLast(ExchangeData::bytesSent, OptionalLong.empty());
    }

    @Override
    public OptionalLong bytesReceived() {
        return ofLast(ExchangeData::bytesReceived, OptionalLong.empty());
    }

    @Override
    public Optional<CloseCause> closedBy() {
        return ofLast(ExchangeData::closedBy);
    }

    @Override
    public int exchanges() {
        return now().exchanges();
    }

    @Override
    public List<ExchangeFacts> attempts() {
        return now().attempts();
    }

    /**
     * Returns the route of the last exchange.
     *
     * @return its target; null if there was none
     */
    public @Nullable String route() {
        ConnectionEnds peer = peer();
        return peer == null ? null : peer.route();
    }

    @Override
    public Duration before() {
        return now().before();
    }
}
