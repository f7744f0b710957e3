package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.event.DialOutcome;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One dial of a shared connection, as seen by the code that performs it. Ends once. Thread-safe.
 */
public final class StreamDial {

    private final AsyncPool pool;
    private final RouteState route;
    private final SharedTransport transport;
    private final AtomicBoolean ended = new AtomicBoolean();

    // Written by the thread that dials; run by the one that closes the connection.
    private volatile @Nullable Runnable onClose;

    StreamDial(AsyncPool pool, RouteState route, SharedTransport transport) {
        this.pool = pool;
        this.route = route;
        this.transport = transport;
        transport.books().timeline().start();
        transport.books().onClose(this::closed);
    }

    /**
     * Dials a connection that no caller has asked for, through a lease of the pool itself, if there is a place for it.
     *
     * @param whenEnded called once if the dial has begun, with whether the connection is there
     * @return whether the dial has begun
     */
    static boolean spare(AsyncPool pool, StreamLease.Dialer dialer, RouteState route, Consumer<Boolean> whenEnded) {
        Entry<HttpRoute, PooledConnection> entry = route.spare(null);
        StreamLease lease = entry == null ? null : pool.own(route, entry);
        if (lease == null) {
            return false; // no place, or the pool was closed
        }
        SharedTransport transport = lease.transport();
        if (transport != null) {
            transport.books().asSpare();
        }
        lease.connect(dialer, new StreamLease.Ready() {
            @Override
            public void ready() {
                end(true);
            }

            @Override
            public void failed(Exception cause) {
                end(false);
            }

            private void end(boolean isThere) {
                try {
                    lease.release(null, Long.MAX_VALUE);
                } finally {
                    whenEnded.accept(isThere);
                }
            }
        });
        return true;
    }

    /**
     * Returns the route of the dial.
     *
     * @return the route
     */
    public HttpRoute route() {
        return route.route();
    }

    /**
     * Returns the connect timeout of the route.
     *
     * @return the time; zero for none
     */
    public Timeout connectTimeout() {
        return route.policy.connect;
    }

    /**
     * Returns the connection to establish.
     *
     * @return the connection
     */
    public SharedTransport transport() {
        return transport;
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
        if (transport.books().isClosed()) {
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
        transport.books().timeline().ended(null);
        return pool.dialed(route, transport, streams);
    }

    /**
     * Fails the dial.
     *
     * @param cause the cause
     */
    public void failed(Exception cause) {
        if (ended.compareAndSet(false, true)) {
            onClose = null;
            boolean isCancelled = transport.books().timeline().ended(cause) == DialOutcome.CANCELLED;
            pool.dialFailed(route, transport, cause, !isCancelled);
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
