package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackThread;
import dev.weir.internal.callback.NoMemoryException;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import dev.weir.internal.maintenance.Maintenance;
import dev.weir.internal.thread.Activity;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ssl.SSLIOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * I/O threads, and HttpCore's reactor on them. A connection gets its handler from the pool that it belongs to, so that one
 * reactor serves any number of pools. Thread-safe.
 */
final class Reactor implements Maintained {

    private static final Log LOG = Log.of(Reactor.class);

    private static final String NAME = "weir-io";
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<IoWorker> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Connects connects = new Connects();
    private final DefaultConnectingIOReactor reactor;

    // Written once, when its pools are closed.
    private volatile boolean ending;

    private Reactor(IOReactorConfig config, ThreadFactory factory) {
        this.reactor = new DefaultConnectingIOReactor(
                new Protocols(),
                config,
                task -> thread(factory, task),
                this::begun,
                this::failed,
                null,
                null,
                this::endOf,
                new WorkerChoice(config.getSelectInterval()));
    }

    private Thread thread(ThreadFactory factory, Runnable task) {
        IoWorker worker = new IoWorker(task, this::ended);
        Thread thread = factory.newThread(worker);
        workers.add(worker);
        threads.add(thread);
        return thread;
    }

    private void ended(boolean byError) {
        if (byError) {
            connects.cancel(); // any of them may have belonged to that thread
        }
        if (allEnded()) {
            Maintenance.shared().remove(this);
        }
    }

    private boolean allEnded() {
        for (IoWorker worker : workers) {
            if (!worker.hasEnded()) {
                return false;
            }
        }
        return true;
    }

    // TLS wraps a session that is already noted, and may begin on any thread.
    private IOSession begun(IOSession session) {
        try {
            if (!(session instanceof SSLIOSession)) {
                workers.get(threads.indexOf(Thread.currentThread())).begun(session);
            }
            return new SurvivingSession(session, this::over);
        } catch (OutOfMemoryError e) {
            throw NoMemoryException.INSTANCE; // this ends the dial and not the thread
        }
    }

    private void over(IOSession session) {
        for (IoWorker worker : workers) {
            worker.over(session);
        }
    }

    /** Starts as many threads as are configured; either all run, or none. */
    static Reactor start(IOReactorConfig config, ThreadFactory factory) {
        Reactor started = new Reactor(config, factory);
        boolean runs = false;
        try {
            started.reactor.start();
            started.lookAfter();
            runs = true;
            return started;
        } finally {
            if (!runs) {
                started.abort();
            }
        }
    }

    private void lookAfter() {
        try {
            Maintenance.shared().add(this);
        } catch (NoThreadException e) {
            LOG.debug("No thread maintains the I/O threads", e); // nor their pool, which is then not built
        }
    }

    @Override
    public long maintain() {
        for (IoWorker worker : workers) {
            finishClosed(worker);
        }
        return PAUSE_NANOS;
    }

    private static void finishClosed(IoWorker worker) {
        try {
            worker.finishClosed();
        } catch (IOException | ClosedSelectorException e) {
            LOG.debug("A socket could not be closed", e);
        }
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the I/O threads";
    }

    // Some of its threads may run, and others could not be started.
    private void abort() {
        ending = true;
        reactor.close(CloseMode.IMMEDIATE);
    }

    /** Makes the I/O threads that all pools share. */
    static ThreadFactory sharedThreads(AtomicInteger started) {
        return task -> new CallbackThread(task, NAME + "-" + started.incrementAndGet(), Activity.ASYNC_POOLS);
    }

    /** Makes the I/O threads of one pool. */
    static ThreadFactory threadsOf(String pool) {
        AtomicInteger started = new AtomicInteger();
        return task -> new CallbackThread(task, NAME + "-" + pool + "-" + started.incrementAndGet(), pool);
    }

    private void failed(Exception failure) {
        if (ending) {
            LOG.debug("An I/O thread has ended", failure);
        } else {
            LOG.warn("A connection failed unexpectedly", failure);
        }
    }

    private void endOf(IOSession session) {
        if (ending) {
            session.close(CloseMode.IMMEDIATE);
        } else {
            session.enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE);
        }
    }

    /** Returns whether all its threads are alive. HttpCore ends a thread for good at an {@code Error}. */
    boolean isWhole() {
        return reactor.getStatus() == IOReactorStatus.ACTIVE && workers.stream().noneMatch(IoWorker::hasEnded);
    }

    /** Connects a socket; a canceled one may have been forgotten by a thread that has ended. */
    Future<IOSession> connect(
            NamedEndpoint host,
            SocketAddress address,
            @Nullable SocketAddress local,
            Timeout limit,
            FutureCallback<IOSession> callback) {
        return connects.begin(callback, told -> reactor.connect(host, address, local, limit, null, told));
    }

    /** Lets the work under way finish, and then its threads end: another reactor has taken its place. */
    void retire() {
        reactor.initiateShutdown();
    }

    /** Ends the threads and the remaining connections. */
    void end() {
        ending = true;
        reactor.initiateShutdown();
    }
}
