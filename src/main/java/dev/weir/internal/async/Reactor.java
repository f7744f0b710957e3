package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.internal.callback.CallbackThread;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The I/O threads of one pool, or of all pools of the JVM (of a class loader, to be exact) with the same SOCKS proxy, because
 * HttpCore opens all sockets of a reactor alike; a connection gets its handler from the pool that it belongs to. They exist
 * from the first pool to the last. Thread-safe.
 */
final class Reactor {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    // By SOCKS proxy.
    private static final Map<String, Reactor> SHARED = new ConcurrentHashMap<>();
    private static final AtomicInteger SHARED_THREADS = new AtomicInteger();

    // These threads never wait, so more of them would only share the same processors.
    private static final int MOST_SHARED_THREADS = 8;

    // How late HttpCore notices a connect timeout.
    private static final TimeValue SELECT_INTERVAL = TimeValue.ofMilliseconds(50);

    private final @Nullable String shared;
    private final DefaultConnectingIOReactor reactor;

    // Guarded by its place in the map.
    private int users;
    // Written once, when its pools are closed.
    private volatile boolean ending;

    private Reactor(@Nullable String shared, IOReactorConfig config, ThreadFactory factory) {
        this.shared = shared;
        this.reactor = new DefaultConnectingIOReactor(
                new Protocols(), config, factory, SurvivingSession::new, this::failed, null, this::endOf);
        reactor.start();
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

    /** Returns the reactor of a pool, which must {@link #leave} it. The first pool starts the threads. */
    static Reactor of(PoolConfig config) {
        InetSocketAddress socks = config.effective()
                .proxy()
                .filter(proxy -> "socks".equalsIgnoreCase(proxy.getScheme()))
                .map(proxy -> new InetSocketAddress(proxy.getHost(), proxy.getPort()))
                .orElse(null);
        IOReactorConfig own = config.reactorConfig().orElse(null);
        if (own != null) {
            return new Reactor(null, config(own, socks), threads("weir-io-" + config.name(), new AtomicInteger()));
        }
        return SHARED.compute(String.valueOf(socks), (same, known) -> {
            Reactor reactor = known == null ? shared(same, socks) : known;
            reactor.users++;
            return reactor;
        });
    }

    private static Reactor shared(String key, @Nullable InetSocketAddress socks) {
        int threads = Math.min(MOST_SHARED_THREADS, Runtime.getRuntime().availableProcessors());
        IOReactorConfig usual =
                IOReactorConfig.custom().setIoThreadCount(threads).build();
        return new Reactor(key, config(usual, socks), threads("weir-io", SHARED_THREADS));
    }

    private static IOReactorConfig config(IOReactorConfig given, @Nullable InetSocketAddress socks) {
        return IOReactorConfig.copy(given)
                .setSelectInterval(SELECT_INTERVAL)
                .setSocksProxyAddress(socks)
                .build();
    }

    private static ThreadFactory threads(String name, AtomicInteger started) {
        return task -> new CallbackThread(task, name + "-" + started.incrementAndGet(), true);
    }

    /** Begins to connect a socket. */
    Future<IOSession> connect(
            NamedEndpoint host,
            SocketAddress address,
            @Nullable SocketAddress local,
            Timeout limit,
            FutureCallback<IOSession> callback) {
        return reactor.connect(host, address, local, limit, null, callback);
    }

    /** Removes a pool. The last one ends the threads. */
    void leave() {
        if (shared == null) {
            end();
        } else {
            SHARED.computeIfPresent(shared, (same, reactor) -> {
                users--;
                if (users == 0) {
                    end();
                }
                return users == 0 ? null : reactor;
            });
        }
    }

    private void end() {
        ending = true;
        reactor.initiateShutdown();
    }
}
