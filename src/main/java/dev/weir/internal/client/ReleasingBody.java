package dev.weir.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.EofSensorInputStream;
import org.apache.hc.core5.http.io.EofSensorWatcher;
import org.apache.hc.core5.http.io.entity.EmptyInputStream;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, which releases the connection when it was read to its end or closed, and closes the connection if
 * that fails. It does the work of HttpClient's own class, which only HttpClient can create, and that of
 * {@link DeadlineEntity}, if there is a deadline and no step in between. Not thread-safe, like any body.
 */
final class ReleasingBody extends HttpEntityWrapper implements EofSensorWatcher {

    private final ExecRuntime runtime;
    // Null: there is none, or an outer step observes it.
    private final @Nullable CallDeadline deadline;

    // Read to its end, and the connection released: nothing is left to do.
    private boolean isOver;

    /** What the body calls at its end. */
    @FunctionalInterface
    private interface End {
        void run() throws IOException;
    }

    ReleasingBody(HttpEntity body, ExecRuntime runtime, @Nullable CallDeadline deadline) {
        super(body);
        this.runtime = runtime;
        this.deadline = deadline;
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public InputStream getContent() throws IOException {
        if (isOver) {
            return EmptyInputStream.INSTANCE;
        }
        InputStream in = super.getContent();
        return deadline == null ? new EofSensorInputStream(in, this) : new BoundedStream(in, this, deadline);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        bounded(() -> releaseAfter(() -> super.writeTo(out != null ? out : OutputStream.nullOutputStream())));
    }

    private void bounded(End end) throws IOException {
        if (deadline == null) {
            end.run();
            return;
        }
        try {
            end.run();
        } catch (IOException | RuntimeException e) {
            throw deadline.ended(e);
        } finally {
            deadline.stop();
        }
    }

    @Override
    public boolean eofDetected(InputStream in) throws IOException {
        releaseAfter(in::close);
        isOver = true;
        return false;
    }

    @Override
    public boolean streamClosed(InputStream in) throws IOException {
        boolean wasHeld = runtime.isEndpointAcquired();
        releaseAfter(() -> close(in, wasHeld));
        return false;
    }

    // Closing the stream of a connection that was already released or cut fails, which is expected.
    private static void close(InputStream in, boolean wasHeld) throws IOException {
        try {
            in.close();
        } catch (SocketException e) {
            if (wasHeld) {
                throw e;
            }
        }
    }

    @Override
    public boolean streamAbort(InputStream in) throws IOException {
        if (runtime.isEndpointConnected()) {
            runtime.disconnectEndpoint();
        }
        runtime.discardEndpoint();
        return false;
    }

    // Closing reads the rest of the body, so the deadline must run until that is done.
    @Override
    public void close() throws IOException {
        if (isOver) {
            return;
        }
        bounded(() -> releaseAfter(super::close));
    }

    private void releaseAfter(End end) throws IOException {
        boolean isReleased = false;
        try {
            end.run();
            runtime.releaseEndpoint();
            isReleased = true;
        } finally {
            if (!isReleased) {
                runtime.discardEndpoint();
            }
        }
    }
}
