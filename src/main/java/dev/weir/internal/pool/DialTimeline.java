package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.event.DialFacts;
import dev.weir.internal.event.PoolEvents;
import dev.weir.internal.log.AddressText;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The dial of a connection: its steps, how long each took, the addresses that it tried, and what is told of it. Written by the
 * thread that dials; read by explanations and by waiting callers, which may see changes late.
 */
public final class DialTimeline {

    private final PooledConnection connection;
    // Several tries may end at once.
    private final List<String> tried = new CopyOnWriteArrayList<>();
    // Written by the thread that dials.
    private volatile long startNanos;
    private volatile long lookupNanos;
    private volatile long connectedNanos;
    private volatile long handshakeNanos;
    private volatile long endedNanos;
    private volatile boolean isConnected;
    private volatile boolean isEnded;
    private volatile CallPhase step = CallPhase.CONNECT;
    private volatile boolean isResumed;
    private volatile @Nullable LookupOutcome lookup;
    // Where it leads, or was to lead last.
    private volatile @Nullable SocketAddress address;

    DialTimeline(PooledConnection connection) {
        this.connection = connection;
    }

    /** Begins. */
    void start() {
        startNanos = System.nanoTime();
    }

    /** Notes that it looks the name of the host up. */
    public void looksUp() {
        step = CallPhase.DNS;
    }

    /** Notes the end of the lookup, and where the addresses came from; null if nothing was looked up. */
    public void lookedUp(@Nullable LookupOutcome from) {
        lookup = from;
        lookupNanos = System.nanoTime() - startNanos;
    }

    /** Notes where the connection leads, or may lead if no other address takes a connection before. */
    public void leadsTo(SocketAddress which) {
        address = which;
        isConnected = false;
        step = CallPhase.CONNECT;
    }

    /** Notes an address that was tried: its failure, or null if it was connected. */
    public void tried(SocketAddress which, long nanos, @Nullable Throwable cause) {
        String time = TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
        tried.add(AddressText.of(which)
                + (cause == null ? " in " + time : " failed after " + time + ": " + cause.getMessage()));
    }

    /** Returns where the connection leads, or was to lead last; null if no address was tried. */
    public @Nullable SocketAddress address() {
        return address;
    }

    /** Notes that the socket is connected. */
    public void connected() {
        connectedNanos = System.nanoTime();
        isConnected = true;
        step = FirstHop.isSecure(connection.route.route) ? CallPhase.TLS : CallPhase.CONNECT;
    }

    /** Tells whether the socket is connected to the last address. */
    public boolean isConnected() {
        return isConnected;
    }

    /** Returns when that was. */
    public long connectedNanos() {
        return connectedNanos;
    }

    /** Notes that a tunnel is open, and the TLS handshake through it begins. */
    public void tunnelled(long nowNanos) {
        connectedNanos = nowNanos;
    }

    /** Notes that the TLS handshake has succeeded, and its result. */
    public void secured() {
        handshakeNanos = System.nanoTime() - connectedNanos;
        SSLSession session = connection.own().getSSLSession();
        if (session != null) {
            isResumed = isResumed(session.getCreationTime(), System.currentTimeMillis(), handshakeNanos);
        }
    }

    /** Tells from the age of a session, by the wall clock, whether a handshake that ended now resumed or created it. */
    static boolean isResumed(long createdMillis, long endedMillis, long handshakeNanos) {
        long wholeMillis = TimeUnit.NANOSECONDS.toMillis(handshakeNanos) + 1; // the clock shows no fractions
        return createdMillis < endedMillis - wholeMillis;
    }

    /** Notes the end, and tells of it; returns its outcome. */
    DialOutcome ended(@Nullable Throwable failure) {
        RouteState route = connection.route;
        endedNanos = System.nanoTime();
        isEnded = true;
        DialOutcome outcome = outcome(failure, connection.isClosed());
        long nanos = endedNanos - startNanos;
        route.dialed(outcome, nanos, failure);
        long tlsNanos = tlsNanos(endedNanos);
        tell(false, outcome, Math.max(0, nanos - lookupNanos - tlsNanos), tlsNanos, failure);
        return outcome;
    }

    private void tell(
            boolean isTunnel, DialOutcome outcome, long connectNanos, long tlsNanos, @Nullable Throwable failure) {
        PoolEvents events = connection.route.events;
        if (events.isHeard()) {
            events.tell(new PoolEvent.DialEnded(
                    connection.route.pool.name(),
                    connection.route.target,
                    outcome,
                    Duration.ofNanos(isTunnel ? 0 : lookupNanos),
                    Duration.ofNanos(connectNanos),
                    Duration.ofNanos(tlsNanos),
                    failure == null && isResumed,
                    isTunnel,
                    connection.knownId(),
                    connection.address(),
                    Optional.ofNullable(failure)));
        }
    }

    // Of a handshake that has ended, or that is under way.
    private long tlsNanos(long untilNanos) {
        return step == CallPhase.TLS && handshakeNanos == 0 ? untilNanos - connectedNanos : handshakeNanos;
    }

    /** Tells of a handshake that was not part of the dial: that through a tunnel. */
    void upgraded(long beganNanos, @Nullable Throwable failure) {
        tell(true, outcome(failure, connection.isClosed()), 0, System.nanoTime() - beganNanos, failure);
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

    /** Tells a call what the dial was doing while it waited for it, which may have been its last part only. */
    public void explain(Call call, long waitedNanos) {
        long untilNanos = isEnded ? endedNanos : System.nanoTime();
        long lookupSoFarNanos = step == CallPhase.DNS ? untilNanos - startNanos : lookupNanos;
        long tlsSoFarNanos = tlsNanos(untilNanos);
        long tls = Math.min(waitedNanos, tlsSoFarNanos);
        long connect = Math.min(waitedNanos - tls, untilNanos - startNanos - lookupSoFarNanos - tlsSoFarNanos);
        call.dialed(Math.min(waitedNanos - tls - connect, lookupSoFarNanos), tls, step);
    }

    DialFacts facts(long nowNanos) {
        return new DialFacts(
                endedNanos - startNanos,
                lookupNanos,
                handshakeNanos,
                nowNanos - endedNanos,
                lookup,
                List.copyOf(tried),
                isResumed);
    }
}
