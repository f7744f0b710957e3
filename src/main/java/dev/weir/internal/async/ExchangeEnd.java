package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.Discarded;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.event.RequestCanceledException;
import dev.weir.internal.manager.ConnectTimeouts;
import dev.weir.internal.pool.StreamLease;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStreamResetException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2CorruptFrameException;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * How an exchange ends for its caller: once, with the first event that ends it. A complete response stays valid, even if the
 * rest of the request could not be sent. Its stream, of which HttpCore tells it, may live longer. Thread-safe.
 */
final class ExchangeEnd implements CancellableDependency {

    private final StreamExchange exchange;
    private final AsyncConnection connection;
    private final AsyncClientExchangeHandler caller;
    private final StreamLease lease;
    private final Upload upload;
    private final Silence silence;

    private enum Life {
        OPEN,
        FORSAKEN,
        CLOSED
    }

    private static final int NONE = 0;

    private final AtomicReference<Life> life = new AtomicReference<>(Life.OPEN);
    // Written by the thread of the connection.
    volatile int streamId = NONE;
    private volatile @Nullable Cancellable stream;
    // Written by the thread that gives it up.
    private volatile boolean unwanted;

    private final int answersBefore;
    private final AtomicReference<Start> start = new AtomicReference<>(Start.OPEN);

    /** Whether the caller has been told, or is about to be. */
    final AtomicBoolean over = new AtomicBoolean();

    private final AtomicReference<Use> use = new AtomicReference<>(Use.NONE);

    // Written by the thread of the connection.
    private volatile boolean answered;
    private volatile boolean refused;

    ExchangeEnd(StreamExchange exchange) {
        this.exchange = exchange;
        this.connection = exchange.connection;
        this.caller = exchange.caller;
        this.lease = exchange.lease;
        this.upload = exchange.upload;
        this.silence = exchange.silence;
        this.answersBefore = connection.answers;
    }

    /** Whether its request was sent. */
    private enum Start {
        OPEN,
        SENT,
        WITHDRAWN
    }

    /** Notes that its request is sent now; returns false if it must not be. */
    boolean send() {
        return start.compareAndSet(Start.OPEN, Start.SENT);
    }

    private boolean isSent() {
        return start.get() == Start.SENT;
    }

    /** Gives up the stream of an exchange that ended before it was sent: the server must end the stream. */
    void sentInVain() {
        silence.end();
        forsake();
    }

    /** Ends it for its caller; the server has certainly not executed it. */
    void notExecuted() {
        by(new RequestNotExecutedException());
        forsake();
    }

    /** Ends it for its caller, unless its request was sent, which then no longer happens. */
    void withdraw() {
        if (start.compareAndSet(Start.OPEN, Start.WITHDRAWN)) {
            by(new RequestNotExecutedException());
        }
    }

    /** Ends it for its caller, which no longer wants a response. */
    void cancelledByCaller() {
        if (claim()) {
            connection.cancelled(exchange.call); // before its caller, which gives it back
            fail(new RequestCanceledException());
        }
        forsake();
    }

    /** Ends it for its caller, which gets nothing that arrives later. */
    void cancelled(Exception cause) {
        if (claim()) {
            fail(cause);
        }
        forsake();
    }

    /** Ends it because HttpCore cancels it. */
    void cancelledByConnection() {
        if (claim()) {
            forsake();
            caller.cancel();
        }
    }

    /** Gives it up for a caller that has already been told. */
    void abandon() {
        if (claim()) {
            forsake();
        }
    }

    /** Ends it for a caller that lost the response; returns false if it was over. */
    boolean takeBack() {
        if (!claim()) {
            return false;
        }
        if (!connection.multiplexed) {
            connection.doom(CloseCause.LEAKED);
        }
        fail(new InterruptedIOException("The response was garbage collected without being closed"));
        forsake();
        return true;
    }

    private boolean claim() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        upload.stopped = true;
        silence.end();
        return true;
    }

    void became(int newId) {
        if (streamId == NONE) {
            streamId = newId;
        }
    }

    /** Tells whether its stream is open. For the thread of the connection. */
    boolean isOnStream() {
        return streamId != NONE && life.get() != Life.CLOSED;
    }

    // Gives up its stream: it is reset now, or as soon as it exists. Until then it counts toward the limit of streams,
    // if it was begun.
    private void forsake() {
        unwanted = true;
        if (!connection.multiplexed) {
            return;
        }
        if (isSent() && life.compareAndSet(Life.OPEN, Life.FORSAKEN)) {
            connection.forsake();
        }
        Cancellable open = stream;
        if (open != null) {
            reset(open);
        }
    }

    private void reset(Cancellable open) {
        if (open.cancel() && connection.multiplexed) {
            connection.reset(exchange);
        }
    }

    @Override
    public void setDependency(Cancellable opened) {
        stream = opened;
        if (unwanted) {
            reset(opened);
        }
    }

    @Override
    public boolean isCancelled() {
        return false; // the thread that gives it up already knows
    }

    @Override
    public boolean cancel() {
        return false;
    }

    /** Notes that the server does not want the request; HttpClient would end the part that was sent like a complete one. */
    void refused() {
        refused = true;
        if (connection.multiplexed) {
            upload.stopped = true;
        }
    }

    /** Notes that a part of the request was sent. */
    void wrote() {
        if (answered && upload.whole) {
            silence.end();
        }
    }

    /**
     * Notes that the response is complete. The server may or may not read the rest of the request: not reading counts as
     * silence, too.
     */
    void answered() throws IOException {
        answered = true;
        if (upload.whole || refused) {
            silence.end();
        }
        if (refused && !upload.whole && connection.multiplexed && claim()) {
            release(); // HttpClient is finished with it, and may be sending the request again
            throw new H2StreamResetException(H2Error.CANCEL, "The rest of the request is not wanted");
        }
    }

    /**
     * Ends it with the failure that HttpCore or the connection reports. Its stream, if any, is closed by then; otherwise it
     * gets none.
     */
    void failed(Exception reported) {
        boolean isOwn = reported == exchange.thrown || reported == connection.http1.failure;
        Exception cause = isOwn ? reported : BrokenConnection.ofChannel(reported);
        start.compareAndSet(Start.OPEN, Start.WITHDRAWN); // its command may still be queued
        if (!over.get() && isEndOfConnection(cause)) {
            connection.broke(cause); // before its caller, which may ask for another one at once
        }
        by(cause);
    }

    private boolean isEndOfConnection(Exception cause) {
        return cause instanceof IOException
                ? !(cause instanceof HttpStreamResetException)
                : cause instanceof HttpException && (!connection.multiplexed || cause instanceof HPackException);
    }

    /** Ends it because nothing arrived within the read timeout. */
    void silent(long readNanos) {
        if (over.get() || life.get() == Life.CLOSED) {
            return;
        }
        if (!answered && !exchange.opensTunnel) {
            connection.route.traffic.readTimedOut();
        }
        long readMillis = TimeUnit.NANOSECONDS.toMillis(readNanos);
        connection.silent(readNanos); // before its caller, which may ask for another one at once
        by(
                exchange.opensTunnel
                        ? ConnectTimeouts.of(connection.route, Timeout.ofMilliseconds(readMillis), null)
                        : new SocketTimeoutException("nothing was received for " + readMillis + " ms"));
        forsake();
    }

    /** Notes that its stream is closed. */
    void closed() {
        Life before = life.getAndSet(Life.CLOSED);
        if (before != Life.CLOSED) {
            connection.ended(exchange, streamId, before == Life.FORSAKEN);
        }
        if (claim()) { // otherwise the one that did has ended the wait for more
            if (isHalfDone()) {
                CallbackExecutor.run(this::settle);
            } else {
                release();
            }
        }
    }

    /** Ends it. */
    void by(Exception cause) {
        if (claim()) {
            if (connection.multiplexed && isHalfDone()) {
                CallbackExecutor.run(this::settle);
            } else {
                fail(cause);
            }
        }
    }

    private void fail(Exception cause) {
        Exception meaning = connection.route.named(meaning(cause));
        CallbackExecutor.run(() -> tell(meaning));
    }

    // What its end without a response means: some requests were certainly not executed. Notes in the context what outer
    // steps must know.
    private Exception meaning(Exception cause) {
        Call call = exchange.call;
        // Without its response HttpClient waits for it, and so it is the latest exchange of the call.
        boolean isSilent = connection.multiplexed || !connection.http1.hasBegun();
        if (call != null && !answered && isProven() && isSent() && isEnd(cause) && isSilent) {
            call.raceLost(false);
        }
        boolean isKnown = cause instanceof RequestNotExecutedException;
        if (!isKnown && !isRefused(cause) && start.get() != Start.WITHDRAWN) {
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
        return BrokenConnection.isBehind(cause)
                || (connection.multiplexed
                        && (cause instanceof H2ConnectionException || cause instanceof H2CorruptFrameException));
    }

    // HttpCore fails streams with the code of GOAWAY, too; those up to its last one may have been executed.
    private boolean isRefused(Exception cause) {
        return cause instanceof H2StreamResetException reset
                && reset.getCode() == H2Error.REFUSED_STREAM.getCode()
                && connection.frames.isReset(streamId);
    }

    private static Exception notExecutedBecause(Exception cause) {
        RequestNotExecutedException notExecuted = new RequestNotExecutedException();
        notExecuted.initCause(cause);
        return notExecuted;
    }

    // A server may answer without wanting the whole request, and end the stream. HttpClient would wait until the rest
    // is sent, unless it considers the request refused.
    private boolean isHalfDone() {
        return answered && !refused && !upload.whole;
    }

    // The response stays valid. HttpClient itself releases the connection or continues.
    private void settle() {
        try {
            if (!Discarded.restOf(caller, exchange.call)) {
                failCaller(new ConnectionClosedException("The server has answered without the whole request"));
            }
        } finally {
            releaseCaller();
        }
    }

    private void tell(Exception cause) {
        try {
            failCaller(cause);
        } finally {
            releaseCaller();
        }
    }

    private void failCaller(Exception cause) {
        exchange.noteEnd(cause);
        caller.failed(cause);
    }

    /** Whether the thread of the connection is in code of the caller, and whether what the caller holds was released. */
    private enum Use {
        NONE,
        UNDER_WAY,
        TO_BE_RELEASED,
        RELEASED
    }

    /**
     * Notes that the thread of the connection is about to hand a part of the response to the caller; returns false if the
     * caller has released what it holds.
     */
    boolean enterCaller() {
        return use.compareAndSet(Use.NONE, Use.UNDER_WAY);
    }

    /** Notes that the caller has returned. */
    void leaveCaller() {
        if (!use.compareAndSet(Use.UNDER_WAY, Use.NONE)) {
            caller.releaseResources();
        }
    }

    // A decoder of HttpClient (Brotli, 5.6.5) frees native memory, which must not happen under the thread that uses it.
    private void releaseCaller() {
        Use before = use.getAndUpdate(
                now -> now == Use.UNDER_WAY || now == Use.TO_BE_RELEASED ? Use.TO_BE_RELEASED : Use.RELEASED);
        if (before == Use.NONE) {
            caller.releaseResources();
        }
    }

    // Its siblings are told after it.
    private void release() {
        try {
            releaseCaller();
        } catch (Throwable e) {
            CallerErrors.note(e);
        }
    }
}
