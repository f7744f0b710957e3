package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.thread.LoopThread;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Closes connections without holding a gate. The closing handshake with a TLS peer, which may take up to a second, runs on a
 * few short-lived daemon threads that all pools share; if these are busy, the connection is cut, as nothing is lost.
 */
final class Disposals {

    // A graceful TLS close may wait for the peer's reply, for at most this long.
    private static final Timeout CLOSE_TIMEOUT = Timeout.ofSeconds(1);

    private static final int MAX_THREADS = 4;
    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> LoopThread.daemon(task, "weir-close"));

    private Disposals() {}

    /** Closes a connection that the store gives up. */
    static void dispose(PooledConnection pooled, CloseCause cause, CloseMode mode) {
        if (cause == CloseCause.SHUTDOWN) {
            pooled.doom(cause); // whatever its exchange was doing
        }
        boolean isDial = pooled.isFresh(); // it has no TLS session yet to close
        if (pooled.markClosed(cause, pooled.route.nanoClock().getAsLong())) {
            close(pooled, isDial ? CloseMode.IMMEDIATE : mode(pooled, cause, mode));
        }
    }

    // The store cuts what makes room. Without TLS an orderly close takes no time.
    private static CloseMode mode(PooledConnection connection, CloseCause cause, CloseMode asked) {
        boolean isQuick = connection instanceof BlockingConnection && connection.getSSLSession() == null;
        return isQuick && cause != CloseCause.SHUTDOWN ? CloseMode.GRACEFUL : asked;
    }

    /** Closes one socket: at once, or on another thread if that may take time. */
    static void close(PooledConnection connection, CloseMode mode) {
        if (mode == CloseMode.GRACEFUL && connection.getSSLSession() != null) {
            connection.setSocketTimeout(CLOSE_TIMEOUT);
            close(connection, THREADS);
        } else {
            connection.closeSocket(mode);
        }
    }

    static void close(PooledConnection connection, Executor threads) {
        try {
            threads.execute(() -> connection.closeSocket(CloseMode.GRACEFUL));
        } catch (RejectedExecutionException e) {
            connection.closeSocket(CloseMode.IMMEDIATE);
        }
    }
}
