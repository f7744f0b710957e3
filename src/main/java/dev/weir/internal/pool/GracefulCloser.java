package dev.weir.internal.pool;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;

/**
 * Says goodbye to TLS peers, which may take up to a second each, on few short-lived daemon threads that all pools share.
 * When these are busy a connection is cut instead: an idle connection loses nothing by that.
 */
final class GracefulCloser {

    private static final int MAX_THREADS = 4;

    private static final Executor THREADS = new ThreadPoolExecutor(
            0, MAX_THREADS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), GracefulCloser::newThread);

    private GracefulCloser() {}

    private static Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "weir-close");
        thread.setDaemon(true);
        return thread;
    }

    static void close(PooledConnection connection) {
        try {
            THREADS.execute(() -> connection.closeSocket(CloseMode.GRACEFUL));
        } catch (RejectedExecutionException busy) {
            connection.closeSocket(CloseMode.IMMEDIATE);
        }
    }
}
