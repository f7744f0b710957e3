package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectAttempt;
import dev.weir.event.ExchangeFacts;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** See {@link ExchangeFacts}. Immutable, except for the end of its connection. */
record ExchangeData(LeaseResult got, DialFacts dial, ConnectionEnds peer, Moments moments, Result result, Moved moved)
        implements ExchangeFacts {

    /** The times of its events; the time of an event that has not happened means nothing. */
    record Moments(long freeNanos, long sentNanos, long answeredNanos, long endedNanos, boolean isEnded) {

        Moments until(long nanos) {
            return new Moments(
                    earlier(freeNanos, nanos),
                    earlier(sentNanos, nanos),
                    earlier(answeredNanos, nanos),
                    earlier(endedNanos, nanos),
                    isEnded);
        }

        private static long earlier(long nanos, long otherNanos) {
            return nanos - otherNanos < 0 ? nanos : otherNanos;
        }
    }

    /** Its result: no status is 0. */
    record Result(int status, @Nullable Throwable cause) {}

    /** Its bytes, and its stream; less than zero if unknown, or if there is no stream. */
    record Moved(long sent, long received, int stream) {}

    /**
     * Returns it with the times that count if another exchange, beside which it went on, begins at a moment. What was sent
     * later waits, and dials, beside the other one.
     */
    ExchangeData until(long nanos) {
        boolean wasSent = moments.sentNanos() - nanos <= 0;
        return new ExchangeData(
                wasSent ? got : got.within(0),
                wasSent ? dial : new DialFacts(0, 0, 0, 0, dial.way()),
                peer,
                moments.until(nanos),
                result,
                moved);
    }

    @Override
    public Optional<LeaseOutcome> outcome() {
        return Optional.of(got.outcome());
    }

    @Override
    public OptionalInt status() {
        return result.status() == 0 ? OptionalInt.empty() : OptionalInt.of(result.status());
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(result.cause());
    }

    @Override
    public Duration pause() {
        long nanos = moments.sentNanos() - moments.freeNanos() - got.waitNanos() - dial.nanos();
        return Duration.ofNanos(Math.max(0, nanos));
    }

    @Override
    public Duration waited() {
        return Duration.ofNanos(got.waitNanos());
    }

    @Override
    public Duration dialed() {
        return Duration.ofNanos(dial.nanos());
    }

    @Override
    public Duration lookup() {
        return Duration.ofNanos(dial.lookupNanos());
    }

    @Override
    public Optional<LookupOutcome> lookupOutcome() {
        return Optional.ofNullable(dial.way().lookup());
    }

    @Override
    public List<ConnectAttempt> connects() {
        return dial.way().tried();
    }

    @Override
    public Duration handshake() {
        return Duration.ofNanos(dial.handshakeNanos());
    }

    @Override
    public Optional<HandshakeKind> handshakeKind() {
        return Optional.ofNullable(dial.way().handshake());
    }

    @Override
    public Duration firstByte() {
        return Duration.ofNanos(result.status() == 0 ? 0 : moments.answeredNanos() - moments.sentNanos());
    }

    @Override
    public Duration unanswered() {
        boolean hasFailed = result.status() == 0 && moments.isEnded();
        return Duration.ofNanos(hasFailed ? moments.endedNanos() - moments.sentNanos() : 0);
    }

    @Override
    public Duration body() {
        boolean hasCome = result.status() != 0 && moments.isEnded();
        return Duration.ofNanos(hasCome ? moments.endedNanos() - moments.answeredNanos() : 0);
    }

    @Override
    public long uses() {
        return got.uses();
    }

    @Override
    public Duration idleFor() {
        return Duration.ofNanos(got.idleNanos());
    }

    @Override
    public Optional<String> connectionId() {
        return Optional.ofNullable(peer.connectionId());
    }

    @Override
    public @Nullable SocketAddress remoteAddress() {
        return peer.address();
    }

    @Override
    public @Nullable SocketAddress localAddress() {
        return peer.local();
    }

    @Override
    public Optional<String> protocol() {
        return Optional.of(peer.protocol().format());
    }

    @Override
    public OptionalInt streamId() {
        return moved.stream() < 0 ? OptionalInt.empty() : OptionalInt.of(moved.stream());
    }

    @Override
    public OptionalLong bytesSent() {
        return moved.sent() < 0 ? OptionalLong.empty() : OptionalLong.of(moved.sent());
    }

    @Override
    public OptionalLong bytesReceived() {
        return moved.received() < 0 ? OptionalLong.empty() : OptionalLong.of(moved.received());
    }

    @Override
    public Optional<CloseCause> closedBy() {
        return Optional.ofNullable(peer.closing().cause());
    }

    /** {@inheritDoc} One line, like that of a call. */
    @Override
    public String toString() {
        return FactsText.of(this);
    }
}
