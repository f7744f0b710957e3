package dev.weir.internal.async;

import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.CallProgress;
import dev.weir.internal.pool.StreamLease;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2CorruptFrameException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.hpack.HPackException;

/**
 * Whether the request of an exchange was sent, and so what its end means to the caller: some requests were certainly not
 * executed. Thread-safe.
 */
final class Dispatch {

    private enum Start {
        OPEN,
        SENT,
        WITHDRAWN
    }

    private final AsyncConnection connection;
    private final StreamLease lease;
    private final HttpContext context;
    private final int answersBefore;
    private final AtomicReference<Start> start = new AtomicReference<>(Start.OPEN);

    Dispatch(AsyncConnection connection, StreamLease lease, HttpContext context) {
        this.connection = connection;
        this.lease = lease;
        this.context = context;
        this.answersBefore = connection.answers;
    }

    /** Notes that it is sent now; returns false if it must not be. */
    boolean send() {
        return start.compareAndSet(Start.OPEN, Start.SENT);
    }

    /** Prevents it from being sent; returns false if it was sent, or withdrawn before. */
    boolean withdraw() {
        return start.compareAndSet(Start.OPEN, Start.WITHDRAWN);
    }

    boolean isSent() {
        return start.get() == Start.SENT;
    }

    /** Returns what its end without a response means, and notes in its context what outer steps must know. */
    Exception meaning(Exception cause, int streamId) {
        CallProgress call = CallProgress.of(context);
        if (call != null && isProven() && isSent() && isEnd(cause)) {
            call.raceLost(false);
            if (cause instanceof HPackException) {
                return asOfInput(cause);
            }
        }
        boolean isKnown = cause instanceof RequestNotExecutedException;
        if (!isKnown && !isRefused(cause, streamId) && start.get() != Start.WITHDRAWN) {
            return cause;
        }
        if (call != null && connection.answers != answersBefore) {
            call.refusedAmidProgress();
        }
        return isKnown ? cause : notExecutedBecause(cause);
    }

    // A connection that has answered others counts as reused, even if this call dialed it.
    private boolean isProven() {
        return lease.isReused() || (connection.multiplexed && connection.answers > 0);
    }

    // An error on this side ends the connection as a reset does.
    private boolean isEnd(Exception cause) {
        return (cause instanceof IOException end && BrokenConnection.isBehind(end))
                || (connection.multiplexed
                        && (cause instanceof H2ConnectionException
                                || cause instanceof H2CorruptFrameException
                                || cause instanceof HPackException));
    }

    // HttpCore fails streams with the code of GOAWAY, too; those up to its last one may have been executed.
    private boolean isRefused(Exception cause, int streamId) {
        return cause instanceof H2StreamResetException reset
                && reset.getCode() == H2Error.REFUSED_STREAM.getCode()
                && connection.frames.isReset(streamId);
    }

    // HttpClient asks its retry strategy about I/O alone.
    private static Exception asOfInput(Exception cause) {
        MessageConstraintException failure = new MessageConstraintException(cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    private static Exception notExecutedBecause(Exception cause) {
        RequestNotExecutedException notExecuted = new RequestNotExecutedException();
        notExecuted.initCause(cause);
        return notExecuted;
    }
}
