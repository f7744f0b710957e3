package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.internal.callback.CallerErrors;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One dial of a shared connection, as seen by the code that performs it. Ends once. Thread-safe.
 */
public final class StreamDial {

    private final AsyncPool pool;
    private final SharedConnection connection;
    private final Consumer<@Nullable Exception> whenEnded;
    private final AtomicBoolean ended = new AtomicBoolean();

    // The thread that begins it, and a failure of that: the thread goes on with it.
    private volatile @Nullable Thread beginning;
    private @Nullable Exception failedAtOnce;
    // Written by the thread that dials; run by the one that closes the connection.
    private volatile @Nullable Runnable onClose;

    StreamDial(AsyncPool pool, SharedConnection connection, Consumer<@Nullable Exception> whenEnded) {
        this.pool = pool;
        this.connection = connection;
        this.whenEnded = whenEnded;
        connection.route.latestDial = connection.timeline();
        connection.timeline().start();
    }

    /** Begins the dial. If it fails at once, returns the failure, and does not report it in any other way. */
    @Nullable
    Exception begin(StreamLease.Dialer dialer) {
        beginning = Thread.currentThread();
        try {
            connection.onClose(this::closed);
            dialer.begin(this);
        } catch (Throwable e) {
            failed(CallerErrors.asException(e));
        }
        beginning = null;
        return failedAtOnce;
    }

    /**
     * Returns the route of the dial.
     *
     * @return the route
     */
    public HttpRoute route() {
        return connection.httpRoute();
    }

    /**
     * Returns the connect timeout of the route.
     *
     * @return the time; zero for none
     */
    public Timeout connectTimeout() {
        return connection.route.policy.connect;
    }

    /**
     * Returns the connection to establish.
     *
     * @return the connection
     */
    public SharedTransport transport() {
        return connection.transport;
    }

    /**
     * Tells whether no caller waits for the dial any more.
     *
     * @return whether it has ended
     */
    public boolean isOver() {
        return ended.get();
    }

    /**
     * Runs an action if the connection is closed before the dial has ended.
     *
     * @param action must not block
     */
    public void onClose(Runnable action) {
        onClose = action;
        if (connection.isClosed()) {
            action.run();
        }
    }

    /**
     * Completes the dial.
     *
     * @param streams how many exchanges the connection carries at once, by its protocol and its server
     * @return false if the dial had ended before, so that the connection must be closed
     */
    public boolean succeeded(int streams) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        onClose = null;
        connection.timeline().ended(null);
        if (!pool.dialed(connection, streams)) {
            end(new InterruptedIOException("Connection was closed while it was being established"), true);
            return false;
        }
        whenEnded.accept(null);
        return true;
    }

    /**
     * Fails the dial.
     *
     * @param cause the cause
     */
    public void failed(Exception cause) {
        if (ended.compareAndSet(false, true)) {
            onClose = null;
            end(cause, connection.timeline().ended(cause) != DialOutcome.CANCELLED);
        }
    }

    private void end(Exception cause, boolean teaches) {
        if (beginning == Thread.currentThread()) {
            failedAtOnce = cause;
            connection.close(CloseMode.IMMEDIATE);
            return;
        }
        try {
            pool.dialFailed(connection, cause, teaches);
        } finally {
            whenEnded.accept(cause);
        }
    }

    private void closed() {
        Runnable action = onClose;
        failed(new InterruptedIOException("Connection was closed while it was being established"));
        if (action != null) {
            action.run();
        }
    }
}
