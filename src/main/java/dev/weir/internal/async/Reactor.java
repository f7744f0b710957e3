package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackThread;
import dev.weir.internal.log.Log;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
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
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * I/O threads, and HttpCore's reactor on them. A connection gets its handler from the pool that it belongs to, so that one
 * reactor serves any number of pools. Thread-safe.
 */
final class Reactor {

    private static final Log LOG = Log.of("pool");

    private static final String NAME = "weir-io";

    private final List<Thread> threads = new ArrayList<>();
    private final DefaultConnectingIOReactor reactor;

    // Written once, when its pools are closed.
    private volatile boolean ending;

    private Reactor(IOReactorConfig config, ThreadFactory factory) {
        this.reactor = new DefaultConnectingIOReactor(
                new Protocols(),
                config,
                task -> noted(factory.newThread(task)),
                SurvivingSession::new,
                this::failed,
                null,
                this::endOf);
    }

    private Thread noted(Thread thread) {
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
            if (!runs) { // the system does not allow all of its threads
                started.ending = true;
                started.reactor.close(CloseMode.IMMEDIATE);
            }
        }
    }

    /** Makes the I/O threads that all pools share. */
    static ThreadFactory sharedThreads(AtomicInteger started) {
        return task -> new CallbackThread(task, NAME + "-" + started.incrementAndGet(), true);
    }

    /** Makes the I/O threads of one pool. */
    static ThreadFactory threadsOf(String pool) {
        AtomicInteger started = new AtomicInteger();
        return task -> new CallbackThread(task, NAME + "-" + pool + "-" + started.incrementAndGet(), true);
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

    /** Tells whether all its threads are alive. HttpCore ends a thread for good at an {@code Error} of its own. */
    boolean isWhole() {
        return reactor.getStatus() == IOReactorStatus.ACTIVE && threads.stream().allMatch(Thread::isAlive);
    }

    /** Connects a socket. */
    Future<IOSession> connect(
            NamedEndpoint host,
            SocketAddress address,
            @Nullable SocketAddress local,
            Timeout limit,
            FutureCallback<IOSession> callback) {
        return reactor.connect(host, address, local, limit, null, callback);
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
