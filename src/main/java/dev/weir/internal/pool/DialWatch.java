package dev.weir.internal.pool;

import dev.weir.event.DialEnded;
import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeKind;
import dev.weir.internal.event.ConnectionRef;
import dev.weir.internal.event.DialEndedData;
import dev.weir.internal.event.DialTimes;
import dev.weir.internal.event.HandshakeEndedData;
import dev.weir.internal.jfr.FlightEvents;
import dev.weir.internal.jfr.Span;
import org.jspecify.annotations.Nullable;

/**
 * Measures one dial and reports it to the listeners: {@link #start} when it begins, and {@link #ended} once, in any case.
 * Used by the thread that dials.
 */
final class DialWatch {

    private final RouteState route;
    private final PooledConnection connection;
    private final long startNanos = System.nanoTime();
    private final @Nullable Span<DialEnded> span = FlightEvents.dial();

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
        DialOutcome outcome = DialFailures.outcome(failure, connection.isClosed());
        route.dials().ended(outcome, nowNanos - startNanos);
        route.dials().secured(timeline.handshakeKind(), timeline.handshakeNanos());
        if (span != null || route.events().isHeard()) {
            tell(outcome, nowNanos - startNanos, tlsNanos, connection.ref(failure));
        }
        return outcome;
    }

    private void tell(DialOutcome outcome, long dialNanos, long tlsNanos, ConnectionRef ref) {
        PoolEvents events = route.events();
        String pool = events.pool();
        DialTimeline timeline = connection.timeline();
        HandshakeKind kind = outcome == DialOutcome.CONNECTED ? timeline.handshakeKind() : null;
        DialTimes times = new DialTimes(dialNanos, timeline.dnsNanos(), Math.max(0, tlsNanos), kind);
        DialEnded event = new DialEndedData(pool, route.target(), outcome, times, ref);
        if (span != null) {
            span.end(event);
        }
        events.dialEnded(event);
        if (tlsNanos >= 0) {
            events.handshakeEnded(new HandshakeEndedData(pool, route.target(), outcome, kind, tlsNanos, ref));
        }
    }

    /** Notes the end of a TLS handshake after the dial, through a tunnel. */
    static void upgraded(RouteState route, PooledConnection connection, long startNanos, @Nullable Throwable failure) {
        long tlsNanos = System.nanoTime() - startNanos;
        HandshakeKind kind = failure == null ? connection.timeline().handshakeKind() : null;
        route.dials().secured(kind, tlsNanos);
        PoolEvents events = route.events();
        if (events.isHeard()) {
            DialOutcome outcome = DialFailures.outcome(failure, connection.isClosed());
            events.handshakeEnded(new HandshakeEndedData(
                    events.pool(), route.target(), outcome, kind, tlsNanos, connection.ref(failure)));
        }
    }
}
