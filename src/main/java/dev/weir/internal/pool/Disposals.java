package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import java.util.function.LongSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** Closes the connections that the store gives up, without holding a gate. Thread-safe. */
final class Disposals {

    // A graceful TLS close may wait for the peer's reply, for at most this long.
    private static final Timeout CLOSE_TIMEOUT = Timeout.ofSeconds(1);

    private final LongSupplier nanoClock;

    // The cause when the store itself gives up a connection; changes once, when the pool closes.
    private volatile CloseCause fallback = CloseCause.EVICTED_FOR_ROUTE;

    Disposals(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    void shuttingDown() {
        fallback = CloseCause.SHUTDOWN;
    }

    void dispose(PooledConnection pooled, CloseMode mode) {
        // A dial is cut at once: it has no TLS session yet to close.
        CloseMode how = pooled.isFresh() ? CloseMode.IMMEDIATE : mode(pooled, mode);
        CloseCause cause = pooled.isIdle() ? fallback : CloseCause.ERROR;
        if (fallback == CloseCause.SHUTDOWN) {
            pooled.doom(CloseCause.SHUTDOWN); // whatever its exchange was doing
        }
        if (pooled.markClosed(cause, nanoClock.getAsLong())) {
            close(pooled, how);
        }
    }

    // The store cuts what makes room. Without TLS an orderly close takes no time.
    private CloseMode mode(PooledConnection connection, CloseMode asked) {
        boolean isQuick = !(connection.delegate instanceof Unblocking) && connection.getSSLSession() == null;
        return isQuick && fallback != CloseCause.SHUTDOWN ? CloseMode.GRACEFUL : asked;
    }

    /** Closes one socket: at once, or on another thread if that may take time. */
    static void close(PooledConnection connection, CloseMode mode) {
        if (mode == CloseMode.GRACEFUL && connection.getSSLSession() != null) {
            connection.setSocketTimeout(CLOSE_TIMEOUT);
            GracefulCloser.shared().close(connection);
        } else {
            connection.closeSocket(mode);
        }
    }
}
