package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.CallProgress;
import dev.weir.internal.keepalive.KeepAliveLearner;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the first exchange after an idle time how long a connection may be idle. One for each connection; for the
 * thread of the exchange.
 */
public final class ReuseObserver {

    // With any other cause, the connection would close after its exchange, so a close by the server is new information.
    private static final Set<CloseCause> CUT_BY_THIS_SIDE =
            EnumSet.of(CloseCause.TOTAL_TIMEOUT, CloseCause.CANCELLED, CloseCause.LEAKED, CloseCause.SHUTDOWN);

    private final PooledConnection connection;

    private boolean isRested;
    private long restNanos;
    private @Nullable EndpointDetails details;
    private long receivedBefore;
    private long sentBefore;

    ReuseObserver(PooledConnection connection) {
        this.connection = connection;
    }

    /** Notes that it was idle. */
    void rested(long nanos) {
        isRested = true;
        restNanos = nanos;
    }

    /** Tells whether it was idle and has not been used since. */
    boolean isRested() {
        return isRested;
    }

    /** Notes that an exchange begins. */
    public void begin() {
        details = isRested ? connection.delegate.getEndpointDetails() : null;
        EndpointDetails now = details;
        if (now != null) {
            receivedBefore = now.getReceivedBytesCount();
            sentBefore = now.getSentBytesCount();
        }
    }

    /** Notes that a response has arrived. */
    public void answered() {
        boolean wasRested = isRested;
        isRested = false;
        RouteState route = connection.route;
        if (!route.policy.learns) {
            return;
        }
        KeepAliveLearner learner = route.learned();
        if (wasRested && learner.isTold(restNanos)) {
            learner.answered(restNanos, connection.idleState().longestNanos(), nowNanos());
        }
    }

    /**
     * Notes that no response has arrived. If the server seems to have closed the connection while it was idle, those with
     * the same idle time close, too, and the context notes it.
     *
     * @param failure the cause
     * @param context the context of the call
     */
    public void failed(IOException failure, HttpContext context) {
        boolean wasRested = isRested;
        isRested = false;
        CloseCause doom = connection.doom();
        if (doom != null && CUT_BY_THIS_SIDE.contains(doom)) {
            return;
        }
        if (failure instanceof SocketTimeoutException) {
            connection.route().traffic().readTimedOut();
            silent(wasRested);
        } else if (wasRested && BrokenConnection.isBehind(failure) && nothingCame()) {
            lost(context);
        } else if (BrokenConnection.isBehind(failure)) {
            connection.peer().failed();
        }
    }

    private void silent(boolean wasRested) {
        if (connection.route().policy.learns && (!wasRested || nothingCame())) {
            learner().silent(wasRested ? restNanos : 0, nowNanos());
        }
    }

    private boolean nothingCame() {
        EndpointDetails now = details;
        return now != null && now.getReceivedBytesCount() == receivedBefore;
    }

    private void lost(HttpContext context) {
        EndpointDetails now = details;
        CallProgress call = CallProgress.of(context);
        if (call != null) {
            call.raceLost(now != null && now.getSentBytesCount() == sentBefore);
        }
        connection.route().connections().stream()
                .filter(other -> other.isIdle()
                        && other.idleState().sinceNanos()
                                        - connection.idleState().sinceNanos()
                                <= 0)
                .forEach(other -> other.doom(CloseCause.SERVER_CLOSED_IDLE));
        connection.idleState().seenClosed(restNanos);
    }

    private KeepAliveLearner learner() {
        return connection.route().learned();
    }

    private long nowNanos() {
        return connection.route().nanoClock().getAsLong();
    }
}
