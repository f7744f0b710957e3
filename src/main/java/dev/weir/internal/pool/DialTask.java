package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * Establishes one connection on a thread of its own, for the caller that wants it when it is there. Whatever goes wrong, no
 * socket stays behind and the store is told.
 */
final class DialTask implements Runnable {

    // For about a second there may be no memory.
    private static final int MOST_ATTEMPTS = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

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
            DialWatch watch = DialWatch.start(route, connection);
            Throwable failure = connect();
            DialOutcome outcome = watch.ended(failure);
            if (failure == null) {
                pool.store().dialed(entry);
            } else {
                failed(failure, outcome != DialOutcome.CANCELLED);
            }
        } catch (Throwable e) { // there was no memory for what surrounds the dial; the waiting callers must be told
            failed(e, false);
        }
    }

    /** Ends it, because there is no thread on which it could begin. */
    void notBegun(Throwable why) {
        failed(why, false);
    }

    private void failed(Throwable failure, boolean teaches) {
        try {
            connection.close(CloseMode.IMMEDIATE);
        } finally {
            tell(failure, teaches);
        }
    }

    // No other code tells the store, and a dial that never ends takes the place of another forever.
    private void tell(Throwable failure, boolean teaches) {
        for (int attempt = 1; ; attempt++) {
            try {
                pool.store().dialFailed(entry, failure, teaches);
                return;
            } catch (OutOfMemoryError e) {
                pauseOrThrow(e, attempt);
            }
        }
    }

    /** Lets some time pass before the end of a dial is told again, for which there was no memory. */
    static void pauseOrThrow(OutOfMemoryError e, int attempt) {
        if (attempt >= MOST_ATTEMPTS) {
            throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
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
