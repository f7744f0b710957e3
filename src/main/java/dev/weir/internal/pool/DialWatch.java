package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeKind;
import dev.weir.event.PoolEvent;
import dev.weir.internal.jfr.FlightRecorder;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Measures one dial and reports it to the listeners: {@link #start} when it begins, and {@link #ended} once, in any case.
 * Used by the thread that dials.
 */
final class DialWatch {

    private final RouteState route;
    private final PooledConnection connection;
    private final long startNanos = System.nanoTime();
    private final @Nullable Consumer<PoolEvent.DialEnded> span = FlightRecorder.dial();

    private DialWatch(RouteState route, PooledConnection connection) {
        this.route = route;
        this.connection = connection;
    }

    static DialWatch start(RouteState route, PooledConnection connection) {
        DialWatch watch = new DialWatch(route, connection);
        route.events().dialStarted(route.target());
        return watch;
    }

    /**
     * Notes the end of the dial.
     *
     * @param failure its failure; null if the connection is established
     * @return its outcome
     */
    DialOutcome ended(@Nullable Throwable failure) {
        DialTimeline timeline = connection.timeline();
        long nowNanos = System.nanoTime();
        long tlsNanos = timeline.tlsNanos(nowNanos, failure != null && FirstHop.isSecure(route.route()));
        timeline.ended(nowNanos - startNanos, nowNanos);
        DialOutcome outcome = outcome(failure, connection.isClosed());
        route.dialed(outcome, nowNanos - startNanos, failure);
        if (span != null || route.events().isHeard()) {
            tell(outcome, nowNanos - startNanos, tlsNanos, failure);
        }
        return outcome;
    }

    private void tell(DialOutcome outcome, long dialNanos, long tlsNanos, @Nullable Throwable failure) {
        PoolEvents events = route.events();
        String pool = events.pool();
        DialTimeline timeline = connection.timeline();
        HandshakeKind kind = outcome == DialOutcome.CONNECTED ? timeline.handshakeKind() : null;
        PoolEvent.DialEnded event = new PoolEvent.DialEnded(
                pool,
                route.target(),
                outcome,
                Duration.ofNanos(dialNanos),
                Duration.ofNanos(timeline.dnsNanos()),
                Duration.ofNanos(Math.max(0, tlsNanos)),
                Optional.ofNullable(kind),
                PoolEvents.id(connection),
                connection.address(),
                Optional.ofNullable(failure));
        if (span != null) {
            span.accept(event);
        }
        events.tell(event);
        if (tlsNanos >= 0) {
            handshakeEnded(route, connection, outcome, tlsNanos, failure);
        }
    }

    /** Notes the end of a TLS handshake after the dial, through a tunnel. */
    static void upgraded(RouteState route, PooledConnection connection, long startNanos, @Nullable Throwable failure) {
        if (route.events().isHeard()) {
            long tlsNanos = System.nanoTime() - startNanos;
            DialOutcome outcome = outcome(failure, connection.isClosed());
            handshakeEnded(route, connection, outcome, tlsNanos, failure);
        }
    }

    private static void handshakeEnded(
            RouteState route,
            PooledConnection connection,
            DialOutcome outcome,
            long tlsNanos,
            @Nullable Throwable failure) {
        HandshakeKind kind = failure == null ? connection.timeline().handshakeKind() : null;
        route.events()
                .tell(new PoolEvent.HandshakeEnded(
                        route.events().pool(),
                        route.target(),
                        outcome,
                        Optional.ofNullable(kind),
                        Duration.ofNanos(tlsNanos),
                        PoolEvents.id(connection),
                        connection.address(),
                        Optional.ofNullable(failure)));
    }

    /** Derives the outcome of a dial from its failure. */
    static DialOutcome outcome(@Nullable Throwable failure, boolean isClosed) {
        if (failure == null) {
            return DialOutcome.CONNECTED;
        }
        if (failure instanceof SocketTimeoutException) {
            return DialOutcome.TIMED_OUT;
        }
        // A caller that closes a connection during its dial has given it up; the failure of the dial is then arbitrary.
        if (isClosed || failure instanceof InterruptedIOException) {
            return DialOutcome.CANCELLED;
        }
        return reason(failure);
    }

    private static DialOutcome reason(Throwable failure) {
        if (failure instanceof UnknownHostException) {
            return DialOutcome.NAME_NOT_FOUND;
        }
        if (failure instanceof SSLException) {
            return DialOutcome.TLS_FAILED;
        }
        if (failure instanceof BindException) {
            return DialOutcome.NO_LOCAL_PORT;
        }
        boolean isRefused = failure instanceof ConnectException || failure instanceof NoRouteToHostException;
        return isRefused ? DialOutcome.REFUSED : DialOutcome.FAILED;
    }
}
