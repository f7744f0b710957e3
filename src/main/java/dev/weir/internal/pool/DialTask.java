package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import java.io.InterruptedIOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * Establishes one connection on a thread of its own, for whoever wants it when it is there. Whatever goes wrong, no socket
 * stays behind and the store is told.
 */
final class DialTask implements Runnable {

    private final ConnectionPool pool;
    private final RouteState route;
    private final PoolEntry<HttpRoute, ManagedHttpClientConnection> entry;
    private final PooledConnection connection;
    private final Lease.Dial dial;

    DialTask(
            ConnectionPool pool,
            RouteState route,
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry,
            PooledConnection connection,
            Lease.Dial dial) {
        this.pool = pool;
        this.route = route;
        this.entry = entry;
        this.connection = connection;
        this.dial = dial;
    }

    @Override
    public void run() {
        try {
            dial();
        } catch (Throwable e) {
            // Even what measures and tells may fail; somebody may wait for this dial all the same.
            connection.close(CloseMode.IMMEDIATE);
            pool.store().dialFailed(entry, e, false);
        }
    }

    private void dial() {
        DialWatch watch = DialWatch.start(route, connection);
        Throwable failure = connect();
        DialOutcome outcome = watch.ended(failure);
        if (failure == null) {
            pool.store().dialed(entry);
        } else {
            connection.close(CloseMode.IMMEDIATE);
            pool.store().dialFailed(entry, failure, outcome != DialOutcome.CANCELLED);
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
