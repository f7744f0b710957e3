package dev.weir.internal.manager;

import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.thread.DaemonThread;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.IOCallback;

/**
 * Establishes the connections of a blocking pool, each dial on a daemon thread of its own, of which all pools share those
 * that are idle. Thread-safe.
 *
 * @param dialer establishes one within the connect timeout of its route
 * @param threads run the dials
 */
public record BlockingDialer(IOCallback<BlockingConnection> dialer, Executor threads)
        implements IOCallback<PooledConnection> {

    private static final long IDLE_SECONDS = 2;

    /** Those of all pools. */
    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // a dial has a place of the pool
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            DaemonThread.numbered("weir-dial-"));

    /**
     * Uses the threads of all pools.
     *
     * @param dialer how
     */
    public BlockingDialer(IOCallback<BlockingConnection> dialer) {
        this(dialer, THREADS);
    }

    @Override
    public void execute(PooledConnection connection) throws NoThreadException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            threads.execute(DaemonThread.seeing(loader, () -> establish((BlockingConnection) connection)));
        } catch (OutOfMemoryError e) { // those that wait for the dial learn why it did not begin
            throw new NoThreadException("weir-dial", e);
        }
    }

    private void establish(BlockingConnection connection) {
        Throwable failure = null;
        try {
            connection.beginDial();
            dialer.execute(connection);
        } catch (Throwable e) {
            failure = e;
        }
        connection.endDial(failure, () -> 1);
    }
}
