package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.keepalive.KeepAliveLearner;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * What a connection tells of its server: the first exchange after an idle time, how long it may be idle; each dial and
 * exchange, whether its address works. One for each connection. Thread-safe on a shared connection, where two exchanges may
 * report the same at one moment.
 */
public final class Lessons {

    private static final long NONE = -1;
    private static final String REFUSED = "weir.refused";
    private static final int LEAST_SERVER_ERROR = 500;
    private static final int LOOKS_PER_AGE = 16;

    // With any other cause, the connection would close after its exchange, so a close by the server is new information.
    private static final Set<CloseCause> CUT_BY_THIS_SIDE =
            EnumSet.of(CloseCause.TOTAL_TIMEOUT, CloseCause.CANCELLED, CloseCause.LEAKED, CloseCause.SHUTDOWN);

    private final PooledConnection connection;
    private final RouteState route;

    /** When it last became idle, and was last seen open since. Written by the thread that parks or checks it. */
    volatile long idleSinceNanos;

    volatile long seenOpenNanos;

    // Whether it may be idle longer than learned, to see whether the server allows that. Written by the maintenance
    // while it is idle, and by the thread that parks it.
    private volatile boolean probing;

    // Set by the thread that leases the connection, cleared by the first response.
    private volatile long restNanos = NONE;

    // The rest is of the thread of a blocking exchange.
    private @Nullable EndpointDetails details;
    private long receivedBefore;
    private long sentBefore;

    Lessons(PooledConnection connection) {
        this.connection = connection;
        this.route = connection.route;
    }

    /** Begins its rest. A lease that sent nothing has not ended that before. */
    void rests(long nowNanos) {
        if (restNanos == NONE) {
            idleSinceNanos = nowNanos;
            seenOpenNanos = nowNanos;
        }
        if (probing) {
            probing = false;
        }
    }

    /** Returns for how long it has been idle. */
    long idleNanos(long nowNanos) {
        return nowNanos - idleSinceNanos;
    }

    /** Returns how long it may be idle by what was learned; at times one that is idle may longer, to test its server. */
    long learnedNanos(boolean isIdle) {
        if (!route.policy.learns) {
            return KeepAliveLearner.NONE;
        }
        return isIdle && probing ? route.learned.probeNanos() : route.learned.limitNanos();
    }

    // How long it may be idle, ignoring what was learned.
    private long longestNanos() {
        RoutePolicy policy = route.policy;
        return Math.min(policy.idleNanos, Math.min(connection.keepAliveNanos, policy.keepAliveNanos));
    }

    /** Returns the time until the next look is due: less often with age, which keeps the age of a close precise. */
    long nextLookNanos(long nowNanos) {
        long pauseNanos = Math.max(route.looksNanos(), (seenOpenNanos - idleSinceNanos) / LOOKS_PER_AGE);
        return seenOpenNanos + Math.min(route.policy.intervalNanos, pauseNanos) - nowNanos;
    }

    /** Notes that it is open while it is idle. */
    void seenOpen(long nowNanos) {
        seenOpenNanos = nowNanos;
        if (route.policy.learns) {
            route.learned.seenOpen(idleNanos(nowNanos), longestNanos(), nowNanos);
        }
    }

    /** Lets it be idle for longer than learned if it is time to test its server. */
    void probeIfDue(long nowNanos) {
        if (route.policy.learns
                && idleNanos(nowNanos) >= route.learned.limitNanos() / 2
                && route.learned.beginProbeIfDue(nowNanos)) {
            probing = true;
        }
    }

    /** Notes that its server has closed it at an idle age. */
    void closed(long ageNanos) {
        // A server may close a connection sooner that has carried no request yet.
        if (connection.uses() == 0) {
            return;
        }
        long closedAtNanos = idleSinceNanos + ageNanos;
        if (ageNanos < LOOKS_PER_AGE * RouteState.LOOKS_NANOS) {
            route.closedYoungNanos = closedAtNanos;
        }
        if (route.policy.learns) {
            long openForNanos = seenOpenNanos - idleSinceNanos;
            boolean hasRested = openForNanos > 0 || !connection.isLookable();
            route.learned.closed(connection.openedNanos, hasRested, openForNanos, ageNanos, closedAtNanos);
        }
    }

    /** Ends its rest, as a lease takes it into use. */
    void wakes(long nowNanos) {
        restNanos = idleNanos(nowNanos);
    }

    private long endRest() {
        long rested = restNanos;
        if (rested != NONE) {
            restNanos = NONE;
        }
        return rested;
    }

    /** Notes that a blocking exchange begins. */
    public void begin() {
        details = restNanos != NONE ? connection.own().getEndpointDetails() : null;
        EndpointDetails now = details;
        if (now != null) {
            receivedBefore = now.getReceivedBytesCount();
            sentBefore = now.getSentBytesCount();
        }
    }

    /** Notes that a response has arrived. */
    public void answered() {
        long rested = endRest();
        if (rested != NONE && route.policy.learns && route.learned.isTold(rested)) {
            route.learned.answered(rested, longestNanos(), route.nowNanos());
        }
    }

    /**
     * Notes that no response to a blocking exchange has arrived. If the server seems to have closed the connection while it
     * was idle, those with the same idle time close, too, and the context notes it.
     *
     * @param failure the cause
     * @param context the context of the call
     */
    public void failed(IOException failure, HttpContext context) {
        long rested = endRest();
        CloseCause doom = connection.doom;
        if (doom != null && CUT_BY_THIS_SIDE.contains(doom)) {
            return;
        }
        if (failure instanceof SocketTimeoutException && !(failure instanceof ConnectTimeoutException)) {
            route.traffic.readTimedOut();
        } else if (BrokenConnection.isBehind(failure)) {
            EndpointDetails now = details;
            if (rested != NONE && now != null && now.getReceivedBytesCount() == receivedBefore) {
                lost(rested, now.getSentBytesCount() == sentBefore, context);
            } else {
                failed();
            }
        }
    }

    private void lost(long rested, boolean isUnsent, HttpContext context) {
        Call call = Call.of(context);
        if (call != null) {
            call.raceLost(isUnsent);
        }
        route.all().stream()
                .filter(other -> other.isIdle() && other.lessons.idleSinceNanos - idleSinceNanos <= 0)
                .forEach(other -> other.doom(CloseCause.SERVER_CLOSED_IDLE));
        closed(rested);
    }

    /**
     * Notes that the server has closed a shared connection, or said that it will.
     *
     * @return whether it did so unannounced, while it was in use
     */
    public boolean ended() {
        long rested = restNanos;
        if (connection.doom != null) {
            return false; // it had to close anyway
        }
        if (connection.isIdle()) {
            seenOpenNanos = route.nowNanos(); // until now: the reactor reports a close at once
            closed(idleNanos(seenOpenNanos));
            return false;
        }
        if (rested != NONE) {
            closed(rested);
        }
        return rested == NONE;
    }

    /**
     * Notes that a response has begun.
     *
     * @param status its status
     * @param context that of its call
     */
    public void answered(int status, HttpContext context) {
        if (route.policy.retry.statuses().contains(status)) {
            context.setAttribute(REFUSED, connection);
            failed();
        } else {
            worked();
        }
    }

    /** Returns the connection whose response the call is about to retry, once; null if it failed otherwise. */
    static @Nullable PooledConnection takeRefused(HttpContext context) {
        return context.removeAttribute(REFUSED) instanceof PooledConnection refused ? refused : null;
    }

    /**
     * Notes the response of a proxy to CONNECT. With a status of 500 or above the proxy cannot connect; with others it
     * works, and at most refuses this target or this client.
     *
     * @param status its status
     */
    void tunnelled(int status) {
        if (status >= LEAST_SERVER_ERROR) {
            failed();
        } else {
            worked();
        }
    }

    private void worked() {
        if (connection.timeline().address() instanceof InetSocketAddress address) {
            route.pool.coolDown.answered(address);
        }
    }

    /** Notes that the address reset the connection, or refused it in another way. */
    public void failed() {
        if (connection.timeline().address() instanceof InetSocketAddress address) {
            route.pool.coolDown.failed(address, System.nanoTime());
        }
    }
}
