package dev.weir.internal.pool;

import dev.weir.event.ConnectAttempt;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LookupOutcome;
import dev.weir.internal.event.DialFacts;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The steps of the dial of a connection, how long each took, and the addresses that it tried. Written by the thread that
 * dials; read by explanations and by waiting callers, which may see changes late.
 */
@SuppressWarnings("EnumOrdinal") // an EnumMap without its boxes
public final class DialTimeline {

    private final AtomicLongArray spentNanos = new AtomicLongArray(DialStep.values().length);
    // Written by the thread that dials.
    private volatile DialStep step = DialStep.CONNECT;
    private volatile long sinceNanos;
    private volatile boolean isRunning;
    private volatile long dnsNanos;
    private volatile long connectedNanos;
    private volatile long securedNanos;
    private volatile long dialNanos;
    private volatile long endedNanos;
    private volatile boolean isConnected;
    private volatile boolean isSecured;
    private volatile @Nullable HandshakeKind handshakeKind;
    private volatile @Nullable LookupOutcome lookup;
    // Where it leads, or was to lead last.
    private volatile @Nullable SocketAddress address;
    // Several tries may end at once.
    private final List<ConnectAttempt> tried = new CopyOnWriteArrayList<>();
    // Used only by the thread that dials.
    private @Nullable SocketAddress trying;
    private long tryingSinceNanos;

    DialTimeline() {}

    /** Notes that it has come to a step. */
    public void enter(DialStep next, long nowNanos) {
        leave(nowNanos);
        step = next;
        sinceNanos = nowNanos;
        isRunning = true;
    }

    private void leave(long nowNanos) {
        if (isRunning) {
            spentNanos.addAndGet(step.ordinal(), nowNanos - sinceNanos);
            isRunning = false;
        }
    }

    /** Notes how long the lookup took. */
    public void lookedUp(long nanos) {
        dnsNanos = nanos;
    }

    /** Notes where the addresses came from. */
    public void lookedUp(LookupOutcome from) {
        lookup = from;
    }

    /** Notes that it tries an address. */
    public void tries(SocketAddress which, long nowNanos) {
        address = which;
        trying = which;
        tryingSinceNanos = nowNanos;
    }

    /** Notes the failure of the address that it tried, unless that was connected before. */
    public void tryFailed(Throwable cause, long nowNanos) {
        tried(cause, nowNanos);
    }

    private void tried(@Nullable Throwable cause, long nowNanos) {
        SocketAddress which = trying;
        if (which != null) {
            trying = null;
            tried(which, nowNanos - tryingSinceNanos, cause);
        }
    }

    /** Notes an address that was tried beside others: its failure, or null if it was connected. */
    public void tried(SocketAddress which, long nanos, @Nullable Throwable cause) {
        tried.add(new ConnectAttempt(which, Duration.ofNanos(nanos), Optional.ofNullable(cause)));
    }

    /** Notes where the connection leads, or may lead if no other address takes a connection before. */
    public void leadsTo(SocketAddress which) {
        address = which;
    }

    /** Returns where the connection leads, or was to lead last; null if no address was tried. */
    @Nullable
    SocketAddress address() {
        return address;
    }

    /** Notes that the socket is connected. */
    void connected(long nowNanos) {
        tried(null, nowNanos);
        connectedNanos = nowNanos;
        isConnected = true;
    }

    /** Notes that a tunnel is open, and the TLS handshake through it begins. */
    void tunnelled(long nowNanos) {
        connectedNanos = nowNanos;
    }

    /** Notes that the TLS handshake has succeeded, and its result. */
    void secured(long nowNanos, @Nullable SSLSession session) {
        securedNanos = nowNanos;
        isSecured = true;
        if (session != null) {
            handshakeKind = kind(session.getCreationTime(), System.currentTimeMillis(), nowNanos - connectedNanos);
        }
    }

    /** Tells from the age of a session, by the wall clock, whether a handshake that ended now created or resumed it. */
    static HandshakeKind kind(long createdMillis, long endedMillis, long handshakeNanos) {
        long wholeMillis = TimeUnit.NANOSECONDS.toMillis(handshakeNanos) + 1; // the clock shows no fractions
        return createdMillis < endedMillis - wholeMillis ? HandshakeKind.RESUMED : HandshakeKind.FULL;
    }

    /** Notes the end of the dial, and how long it took. */
    void ended(long nanos, long nowNanos) {
        dialNanos = nanos;
        endedNanos = nowNanos;
        leave(nowNanos);
    }

    /** Returns the step in which it is, or was at its end. */
    DialStep step() {
        return step;
    }

    /** Returns how long it has been in a step so far. */
    long spentNanos(DialStep which, long nowNanos) {
        long nanos = spentNanos.get(which.ordinal());
        return isRunning && step == which ? nanos + nowNanos - sinceNanos : nanos;
    }

    long dialNanos() {
        return dialNanos;
    }

    long dnsNanos() {
        return dnsNanos;
    }

    DialFacts facts(long nowNanos) {
        return new DialFacts(
                dialNanos,
                dnsNanos,
                handshakeNanos(),
                nowNanos - endedNanos,
                new DialFacts.Way(lookup, List.copyOf(tried), handshakeKind));
    }

    /** Returns the time of the TLS handshake, wherever it took place; zero if there was none. */
    long handshakeNanos() {
        return isSecured ? securedNanos - connectedNanos : 0;
    }

    /** Returns how much of the TLS handshake took place; null if there was none, or it is not known. */
    @Nullable
    HandshakeKind handshakeKind() {
        return handshakeKind;
    }

    /**
     * Returns the time of the TLS handshake.
     *
     * @param nowNanos when the dial ended
     * @param mustSecure whether a handshake follows as soon as the socket is connected
     * @return nanoseconds; less than zero if there was none
     */
    long tlsNanos(long nowNanos, boolean mustSecure) {
        if (isSecured) {
            return securedNanos - connectedNanos;
        }
        return isConnected && mustSecure ? nowNanos - connectedNanos : -1;
    }
}
