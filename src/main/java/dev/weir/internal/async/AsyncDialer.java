package dev.weir.internal.async;

import dev.weir.config.Protocol;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.CoolDown;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.CallbackThread;
import dev.weir.internal.pool.StreamDial;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Establishes the connections of a pool, and owns the threads that read and write on them: whichever client asks first, the
 * connections are the pool's. Thread-safe.
 */
final class AsyncDialer {

    private static final Logger LOG = LoggerFactory.getLogger(AsyncDialer.class);

    private final String name;
    private final AsyncPool pool;
    private final CachingDnsResolver names;
    private final CoolDown coolDown = new CoolDown();

    // Replaced as a whole when the configuration changes.
    private volatile Line line;
    // Written once, before the threads are ended.
    private volatile boolean closed;

    private record Line(AsyncTransport transport, DefaultConnectingIOReactor reactor) {}

    AsyncDialer(String name, AsyncPool pool, CachingDnsResolver names, AsyncTransport transport) {
        this.name = name;
        this.pool = pool;
        this.names = names;
        this.line = new Line(transport, reactor(transport));
    }

    private DefaultConnectingIOReactor reactor(AsyncTransport transport) {
        return new DefaultConnectingIOReactor(
                new Protocols(),
                transport.sockets(),
                threads(),
                SurvivingSession::new,
                this::failed,
                null,
                session -> session.enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE));
    }

    // HttpCore's threads meet the end of their selector as a failure, when it is closed for them.
    private void failed(Exception failure) {
        if (closed) {
            LOG.debug("Pool '{}': a thread of its connections has ended", name, failure);
        } else {
            LOG.warn("Pool '{}': a connection failed unexpectedly", name, failure);
        }
    }

    private ThreadFactory threads() {
        AtomicInteger started = new AtomicInteger();
        return task -> new CallbackThread(task, "weir-io-" + name + "-" + started.incrementAndGet(), name);
    }

    void start() {
        line.reactor().start();
    }

    /** Makes the next connections by another configuration; sockets keep the options with which the pool was built. */
    void transport(AsyncTransport next) {
        line = new Line(next, line.reactor());
    }

    void dial(StreamDial dial, Timeout limit) {
        new AsyncDial(this, line.transport(), dial, limit).begin();
    }

    DefaultConnectingIOReactor reactor() {
        return line.reactor();
    }

    AsyncTransport transport() {
        return line.transport();
    }

    CachingDnsResolver names() {
        return names;
    }

    CoolDown coolDown() {
        return coolDown;
    }

    Protocol protocol() {
        return pool.settings().protocol();
    }

    /** Ends the threads, and with them whatever connections are left. */
    void close() {
        closed = true;
        line.reactor().close(CloseMode.IMMEDIATE);
    }
}
