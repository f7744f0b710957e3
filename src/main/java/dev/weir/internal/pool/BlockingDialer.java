package dev.weir.internal.pool;

import dev.weir.internal.thread.DaemonThread;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Establishes the connections of a blocking pool, each dial on a daemon thread of its own, of which all pools share those
 * that are idle. Thread-safe.
 *
 * @param dials how
 * @param threads run the dials
 */
public record BlockingDialer(Lease.Dialer dials, Executor threads) implements RouteState.Dialer {

    private static final long IDLE_SECONDS = 2;
    private static final AtomicInteger STARTED = new AtomicInteger();

    /** Those of all pools. */
    private static final Executor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // a dial has a place of the pool
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> DaemonThread.of(work, "weir-dial-" + STARTED.incrementAndGet()));

    /**
     * Uses the threads of all pools.
     *
     * @param dials how
     */
    public BlockingDialer(Lease.Dialer dials) {
        this(dials, THREADS);
    }

    @Override
    public int capacity(RouteState route) {
        return 1;
    }

    @Override
    public void dial(PooledConnection which) throws IOException {
        BlockingConnection connection = (BlockingConnection) which;
        RoutePolicy policy = connection.route.policy;
        Lease.Dial dial = dials.to(connection.httpRoute(), policy.connect, policy.read);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Runnable task = () -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                establish(connection, dial);
            } finally {
                thread.setContextClassLoader(before); // an idle thread must not keep an application's classes in memory
            }
        };
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) { // those that wait for the dial learn why it did not begin
            throw new NoThreadException("weir-dial", e);
        }
    }

    /** Dials; returns the failure, if it fails: then no socket is left open. */
    static @Nullable Throwable establish(BlockingConnection connection, Lease.Dial dial) {
        Throwable failure = null;
        try {
            connection.beginDial();
            dial.connect(connection);
        } catch (Throwable e) {
            failure = e;
        }
        return connection.endDial(failure, () -> 1);
    }
}
