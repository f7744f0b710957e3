package dev.weir.internal.pool;

import dev.weir.event.DialOutcome;
import dev.weir.internal.thread.LoopThread;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Establishes the connections of a blocking pool, each dial on a daemon thread of its own, of which all pools share those
 * that are idle. Thread-safe.
 */
final class BlockingDialer implements RouteState.Dialer {

    private static final long IDLE_SECONDS = 2;
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // a dial has a place of the pool
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> LoopThread.daemon(work, "weir-dial-" + STARTED.incrementAndGet()));

    private final ConnectionPool pool;
    private final Lease.Dialer dials;
    private final Executor threads;

    BlockingDialer(ConnectionPool pool, Lease.Dialer dials) {
        this(pool, dials, THREADS);
    }

    BlockingDialer(ConnectionPool pool, Lease.Dialer dials, Executor threads) {
        this.pool = pool;
        this.dials = dials;
        this.threads = threads;
    }

    @Override
    public int capacity(RouteState route) {
        return 1;
    }

    @Override
    public void dial(PooledConnection which) throws IOException {
        BlockingConnection connection = (BlockingConnection) which;
        pool.beginDial(connection);
        RoutePolicy policy = connection.route.policy;
        Lease.Dial dial = dials.to(connection.httpRoute(), policy.connect, policy.read);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Runnable task = () -> {
            Thread thread = Thread.currentThread();
            thread.setContextClassLoader(loader);
            try {
                establish(connection, dial);
            } finally {
                thread.setContextClassLoader(null); // an idle thread must not keep an application's classes in memory
            }
        };
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) { // those that wait for the dial learn why it did not begin
            throw new NoThreadException("weir-dial", e);
        }
    }

    /**
     * Dials; on any failure, no socket is left open, and the store is told.
     *
     * @return the failure, Errors too: they belong to the callers, not to this thread; null if the connection is idle now
     */
    static @Nullable Throwable establish(BlockingConnection connection, Lease.Dial dial) {
        RouteState route = connection.route;
        route.latestDial = connection.timeline();
        Throwable failure = null;
        boolean teaches = false;
        try {
            connection.timeline().start();
            dial.connect(connection);
            if (!connection.dialed(route.nowNanos())) {
                failure = new InterruptedIOException("Connection was closed while it was being established");
            }
        } catch (Throwable e) {
            failure = e;
        }
        try {
            teaches = connection.timeline().ended(failure) != DialOutcome.CANCELLED;
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        if (failure == null) {
            connection.dialed(() -> 1);
            return null;
        }
        try {
            connection.close(CloseMode.IMMEDIATE);
        } finally {
            connection.dialFailed(failure, teaches);
        }
        return failure;
    }
}
