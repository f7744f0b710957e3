package dev.weir.internal.async;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLSession;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.nio.HttpConnectionEventHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind a session, and does one thing when it may write, and one when it may read.
 *
 * @param onOutput what it does when it may write
 * @param onInput what it does when it may read
 */
record FakeHandler(Step onOutput, Step onInput) implements HttpConnectionEventHandler {

    FakeHandler(Step onOutput) {
        this(onOutput, session -> {});
    }

    interface Step {
        void run(IOSession session) throws IOException;
    }

    @Override
    public void outputReady(IOSession session) throws IOException {
        onOutput.run(session);
    }

    @Override
    public void connected(IOSession session) {
        // It waits for the session.
    }

    @Override
    public void inputReady(IOSession session, @Nullable ByteBuffer bytes) throws IOException {
        onInput.run(session);
    }

    @Override
    public void timeout(IOSession session, Timeout timeout) {
        // It has time.
    }

    @Override
    public void exception(IOSession session, Exception cause) {
        throw new IllegalStateException(cause);
    }

    @Override
    public void disconnected(IOSession session) {
        // It holds nothing.
    }

    @Override
    public void close() {
        // It holds nothing.
    }

    @Override
    public void close(CloseMode mode) {
        // It holds nothing.
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return HttpVersion.HTTP_2;
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        return null;
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        return null;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return null;
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return null;
    }

    @Override
    public Timeout getSocketTimeout() {
        return Timeout.DISABLED;
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        // It has none.
    }
}
