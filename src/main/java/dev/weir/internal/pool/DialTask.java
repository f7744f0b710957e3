package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.event.DialOutcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Establishes one connection on its own thread, for whichever caller wants it in the end. On any failure, no socket is left
 * open and the store is told.
 */
final class DialTask implements Runnable {

    private final ConnectionPool pool;
    private final Entry<HttpRoute, PooledConnection> entry;
    private final BlockingConnection connection;
    private final Lease.Dial dial;

    DialTask(
            ConnectionPool pool,
            Entry<HttpRoute, PooledConnection> entry,
            BlockingConnection connection,
            Lease.Dial dial) {
        this.pool = pool;
        this.entry = entry;
        this.connection = connection;
        this.dial = dial;
    }

    /**
     * Dials a connection that no caller has asked for, if there is a place for it and a thread.
     *
     * @param whenEnded called once if the dial has begun, with whether the connection is there
     * @return whether the dial has begun
     */
    static boolean spare(ConnectionPool pool, Lease.Spares dials, RouteState route, Consumer<Boolean> whenEnded)
            throws IOException {
        DialThreads threads = DialThreads.shared();
        if (threads.areBusy()) {
            return false;
        }
        RoutePolicy policy = route.policy;
        BlockingConnection connection = pool.newConnection(route);
        connection.asSpare();
        Lease.Dial dial = dials.to(route.route(), policy.connect, policy.read);
        Entry<HttpRoute, PooledConnection> entry = route.spare(connection);
        if (entry == null) {
            return false;
        }
        DialTask task = new DialTask(pool, entry, connection, dial);
        try {
            // A caller may already wait for it, so it runs even if the last thread was just taken.
            threads.executeAside(() -> {
                try {
                    task.run();
                } finally {
                    whenEnded.accept(!connection.isClosed());
                }
            });
        } catch (OutOfMemoryError e) { // no thread for it
            task.failed(e, false);
            whenEnded.accept(false);
        }
        return true;
    }

    @Override
    public void run() {
        try {
            connection.timeline().start();
            Throwable failure = connect();
            DialOutcome outcome = connection.timeline().ended(failure);
            if (failure == null) {
                entry.dialed();
            } else {
                failed(failure, outcome != DialOutcome.CANCELLED);
            }
        } catch (Throwable e) { // the waiting callers must be told
            failed(e, false);
        }
    }

    private void failed(Throwable failure, boolean teaches) {
        try {
            connection.close(CloseMode.IMMEDIATE);
        } finally {
            entry.dialFailed(failure, teaches);
        }
    }

    // Errors too: they belong to the caller, not to this thread.
    private @Nullable Throwable connect() {
        try {
            dial.connect(connection);
            return connection.dialed(pool.nowNanos())
                    ? null
                    : new InterruptedIOException("Connection was closed while it was being established");
        } catch (Throwable e) {
            return e;
        }
    }
}
