package dev.weir.internal.pool;

import dev.weir.internal.thread.LoopThread;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;

/**
 * Performs the closing handshake with TLS peers, which may take up to a second each, on a few short-lived daemon threads
 * that all pools share. If these are busy, or cannot be started, it cuts the connection: an idle connection loses nothing.
 */
final class GracefulCloser {

    private static final int MAX_THREADS = 4;

    private static final GracefulCloser SHARED = new GracefulCloser(new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> LoopThread.daemon(task, "weir-close")));

    private final Executor threads;

    GracefulCloser(Executor threads) {
        this.threads = threads;
    }

    static GracefulCloser shared() {
        return SHARED;
    }

    void close(PooledConnection connection) {
        try {
            threads.execute(() -> connection.closeSocket(CloseMode.GRACEFUL));
        } catch (RejectedExecutionException | OutOfMemoryError e) { // all are busy, or the machine allows no more
            connection.closeSocket(CloseMode.IMMEDIATE);
        }
    }
}
