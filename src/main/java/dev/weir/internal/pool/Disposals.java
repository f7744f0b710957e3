package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.DisposalCallback;
import org.apache.hc.core5.util.Timeout;

/**
 * Connections that the store gave up, until their sockets are closed. The store decides under its lock, so it only enters
 * them here; whoever leaves the lock then closes what it entered.
 */
final class Disposals implements DisposalCallback<ManagedHttpClientConnection> {

    // A graceful TLS close may wait for the peer's answer; it must not wait longer.
    private static final Timeout CLOSE_TIMEOUT = Timeout.ofSeconds(1);

    private record Disposal(PooledConnection connection, CloseMode mode, Thread finder) {}

    private final Queue<Disposal> queue = new ConcurrentLinkedQueue<>();
    private final LongSupplier nanoClock;

    // What it means that the store gives up a connection of its own accord; changes once, when the pool closes.
    private volatile CloseCause fallback = CloseCause.EVICTED_FOR_ROUTE;

    Disposals(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    void shuttingDown() {
        fallback = CloseCause.SHUTDOWN;
    }

    @Override
    public void execute(ManagedHttpClientConnection connection, CloseMode mode) {
        PooledConnection pooled = (PooledConnection) connection;
        CloseCause cause = pooled.isIdle() || fallback == CloseCause.SHUTDOWN ? fallback : CloseCause.ERROR;
        if (pooled.markClosed(cause, nanoClock.getAsLong())) {
            queue.add(new Disposal(pooled, mode, Thread.currentThread()));
        }
    }

    /**
     * Closes the sockets of all that the calling thread entered. To be called without any lock. Those of other threads
     * are left to them, so that nobody waits for a connection that is slow to close but has nothing to do with him.
     */
    void close() {
        for (Iterator<Disposal> all = queue.iterator(); all.hasNext(); ) {
            Disposal disposal = all.next();
            if (disposal.finder() == Thread.currentThread()) {
                all.remove();
                close(disposal.connection(), disposal.mode());
            }
        }
    }

    /** Closes one socket: at once, or on a thread of its own where that may take time. */
    static void close(PooledConnection connection, CloseMode mode) {
        if (mode == CloseMode.GRACEFUL && connection.getSSLSession() != null) {
            connection.setSocketTimeout(CLOSE_TIMEOUT);
            GracefulCloser.close(connection);
        } else {
            connection.closeSocket(mode);
        }
    }
}
