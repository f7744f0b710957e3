package dev.weir.internal.async;

import dev.weir.internal.callback.EndOfEvent;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import javax.net.ssl.SSLSession;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a connection with HTTP/2, on its way to HttpCore, from its preface on. HttpCore sees no frame of an
 * unknown type; between two events the connection may reset the streams that were given up, and wake the threads that wait
 * for data. For the thread of the connection.
 */
final class Http2Events implements HttpConnectionEventHandler, OfConnection {

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final ProtocolIOSession own;
    private final HttpConnectionEventHandler http2;
    private final AsyncConnection connection;
    private final FrameFilter filter;
    private final EndOfEvent end;
    private final Resets resets;
    private final boolean isSecured;
    private final ByteBuffer preface = ByteBuffer.wrap(PREFACE);

    private @Nullable FutureCallback<ProtocolIOSession> onBegun;
    private @Nullable FrameBatch batch;
    private @Nullable WriteInterest interest;
    // Asked by any thread.
    private volatile boolean begun;

    Http2Events(
            ProtocolIOSession own,
            HttpConnectionEventHandler http2,
            AsyncConnection connection,
            int longestFrame,
            @Nullable FutureCallback<ProtocolIOSession> onBegun) {
        this.own = own;
        this.http2 = http2;
        this.connection = connection;
        this.filter = new FrameFilter(longestFrame, connection.frames.openStreams, connection.peer::heard);
        this.end = connection.endOfEvent;
        this.resets = connection.resets;
        this.isSecured = connection.isSecured();
        this.onBegun = onBegun;
    }

    @Override
    public AsyncConnection connection() {
        return connection;
    }

    /** The channel through which HttpCore reads frames. */
    FrameFilter filter() {
        return filter;
    }

    /** Notes what wraps the session: the batch of frames that HttpCore writes, and the interest in writing more. */
    void sendsBy(FrameBatch newBatch, WriteInterest newInterest) {
        batch = newBatch;
        interest = newInterest;
    }

    @Override
    public void connected(IOSession session) {
        session.setEvent(EventMask.WRITE);
    }

    private boolean begin(IOSession session) throws IOException {
        session.write(preface);
        if (preface.hasRemaining()) {
            return false;
        }
        begun = true;
        http2.connected(session);
        tell(callback -> callback.completed(own));
        return true;
    }

    private void tell(Consumer<FutureCallback<ProtocolIOSession>> how) {
        FutureCallback<ProtocolIOSession> callback = onBegun;
        onBegun = null;
        if (callback != null) {
            how.accept(callback);
        }
    }

    @Override
    public void inputReady(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        WriteInterest wish = interest;
        if (wish == null) {
            read(session, bytes);
            return;
        }
        wish.begin(false);
        try {
            read(session, bytes);
            // Each record of TLS is an event of its own: there it would be a look at all streams after each of them.
            if (!isSecured && wish.goOnSending() && session.isOpen()) {
                send(session, wish);
            }
        } finally {
            wish.end();
        }
    }

    private void read(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        if (bytes != null) {
            filter.give(bytes);
        }
        try {
            if (begun || begin(session)) {
                end.begun();
                http2.inputReady(session, null);
                if (!isSecured) {
                    end.reached(); // all that has arrived was read
                }
                if (resets.areDue()) {
                    connection.resetGivenUp(http2, session);
                }
            }
        } finally {
            filter.keep(); // the bytes belong to the caller
        }
    }

    @Override
    public void outputReady(IOSession session) throws IOException {
        WriteInterest wish = interest;
        if (wish == null) {
            write(session);
            return;
        }
        wish.begin(true);
        try {
            send(session, wish);
        } finally {
            wish.end();
        }
    }

    private void send(IOSession session, WriteInterest wish) throws IOException {
        write(session);
        if (wish.isWanted() && session.isOpen()) {
            write(session); // without a turn of the selector
        }
        FrameBatch gathered = batch;
        if (gathered != null && !gathered.flush()) {
            wish.want(true);
        }
    }

    private void write(IOSession session) throws IOException {
        if (begun || begin(session)) {
            if (isSecured) {
                end.reached(); // a turn follows any request for it, even while the peer does not read
            }
            http2.outputReady(session);
            if (resets.areDue()) { // not earlier: HttpCore may have cleared the interest that led here
                connection.resetGivenUp(http2, session);
            }
        }
        if (!session.isOpen()) {
            // It waits for the peer to end TLS. HttpCore keeps asking for turns to write: they would keep the thread
            // busy, and each would put off the timeout that ends the wait for a peer that is gone.
            session.clearEvent(EventMask.WRITE);
        }
    }

    @Override
    public void timeout(IOSession session, Timeout timeout) throws IOException {
        end.reached();
        http2.timeout(session, timeout);
    }

    @Override
    public void exception(IOSession session, Exception cause) {
        end.reached();
        if (batch != null) {
            batch.end(); // HttpCore sends GOAWAY and closes the session without an event in between
        }
        http2.exception(session, cause);
        tell(callback -> callback.failed(cause));
    }

    @Override
    public void disconnected(IOSession session) {
        end.reached();
        http2.disconnected(session);
        tell(callback -> callback.failed(new ConnectionClosedException()));
    }

    @Override
    public void close() throws IOException {
        http2.close();
    }

    @Override
    public void close(CloseMode mode) {
        http2.close(mode);
    }

    @Override
    public boolean isOpen() {
        return begun ? http2.isOpen() : own.isOpen();
    }

    @Override
    public SSLSession getSSLSession() {
        return http2.getSSLSession();
    }

    @Override
    public EndpointDetails getEndpointDetails() {
        return http2.getEndpointDetails();
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return http2.getProtocolVersion();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return http2.getLocalAddress();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return http2.getRemoteAddress();
    }

    @Override
    public Timeout getSocketTimeout() {
        return http2.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        http2.setSocketTimeout(timeout);
    }
}
