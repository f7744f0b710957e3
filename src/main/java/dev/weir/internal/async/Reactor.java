package dev.weir.internal.async;

import dev.weir.internal.log.Log;
import dev.weir.internal.pool.CallbackThread;
import dev.weir.internal.thread.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.IOReactorStatus;
import org.apache.hc.core5.reactor.IOSession;

/**
 * I/O threads, and HttpCore's reactor on them. A connection says to which pool it belongs by what it is begun with, so that one
 * reactor serves any number of pools. Thread-safe.
 */
final class Reactor {

    private static final Log LOG = Log.of(Reactor.class);

    private static final String NAME = "weir-io";

    private final List<Thread> threads = new ArrayList<>();
    private final DefaultConnectingIOReactor reactor;

    // Written once, when its pools are closed.
    private volatile boolean ending;

    private Reactor(IOReactorConfig config, ThreadFactory factory) {
        this.reactor = new DefaultConnectingIOReactor(
                new Protocols(),
                config,
                task -> thread(factory, task),
                SurvivingSession::new,
                this::failed,
                null,
                null,
                this::endOf,
                new WorkerChoice(config.getSelectInterval()));
    }

    private Thread thread(ThreadFactory factory, Runnable task) {
        Thread thread = factory.newThread(task);
        threads.add(thread);
        return thread;
    }

    /** Starts as many threads as are configured; either all run, or none. */
    static Reactor start(IOReactorConfig config, ThreadFactory factory) {
        Reactor started = new Reactor(config, factory);
        boolean runs = false;
        try {
            started.reactor.start();
            runs = true;
            return started;
        } finally {
            if (!runs) {
                started.abort();
            }
        }
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

    /** Returns whether all its threads are there. HttpCore ends one for good that meets an {@code Error}. */
    boolean isWhole() {
        return reactor.getStatus() == IOReactorStatus.ACTIVE && threads.stream().allMatch(Thread::isAlive);
    }

    ConnectionInitiator connections() {
        return reactor;
    }

    /** Lets what is under way end, and the threads with it: another reactor has taken its place. */
    void retire() {
        reactor.initiateShutdown();
    }

    /** Ends the threads, and with them whatever connections are left. */
    void end() {
        ending = true;
        reactor.initiateShutdown();
    }
}
