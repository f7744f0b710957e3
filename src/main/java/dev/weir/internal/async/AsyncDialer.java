package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.Addresses;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.StreamDial;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;

/**
 * Establishes the connections of a pool, and closes those that are left when the pool closes: they belong to the pool,
 * whichever client asks first. Thread-safe.
 */
final class AsyncDialer {

    private final AsyncPool pool;
    private final CachingDnsResolver names;
    private final Addresses addresses;
    private final Reactor reactor;
    private final Function<PoolConfig, AsyncTransport> transports;
    private final Set<AsyncDial> dials = ConcurrentHashMap.newKeySet();
    private final Set<AsyncConnection> connections = ConcurrentHashMap.newKeySet();

    // Replaced as a whole when the configuration changes.
    private volatile AsyncTransport transport;
    // Written once, before the remaining connections are closed.
    private volatile boolean closed;

    AsyncDialer(
            AsyncPool pool,
            CachingDnsResolver names,
            Addresses addresses,
            Function<PoolConfig, AsyncTransport> transports,
            PoolConfig config) {
        this.pool = pool;
        this.names = names;
        this.addresses = addresses;
        this.transports = transports;
        this.transport = transports.apply(config);
        this.reactor = Reactor.of(config);
    }

    /** Uses another configuration for the next connections; sockets keep the options with which the pool was built. */
    void reconfigure(PoolConfig next) {
        transport = transports.apply(next);
    }

    void dial(StreamDial dial, Timeout limit) {
        new AsyncDial(this, dial, limit).begin();
    }

    Reactor reactor() {
        return reactor;
    }

    /** Returns the TLS for the first hop of a connection: a proxy gets the keys of the pool. */
    AsyncTransport transportTo(HttpRoute route, PooledConnection books) {
        return transport.with(route.getProxyHost() == null ? books.sslContext() : null, books.protocolOfRoute());
    }

    /** Returns the TLS for the target of a connection behind a proxy. */
    AsyncTransport transportThrough(PooledConnection books) {
        return transport.with(books.sslContext(), books.protocolOfRoute());
    }

    CachingDnsResolver names() {
        return names;
    }

    Addresses addresses() {
        return addresses;
    }

    Protocol protocol(PooledConnection books) {
        Protocol own = books.protocolOfRoute();
        return own != null ? own : pool.settings().protocol();
    }

    /** Notes a dial that has begun; false if the pool was closed. */
    boolean begun(AsyncDial dial) {
        dials.add(dial);
        return !closed;
    }

    void over(AsyncDial dial) {
        dials.remove(dial);
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns the failure of a tunnel whose connection was closed on this side. */
    Exception endOfTunnel() {
        return pool.endOfConnection();
    }

    /** Notes a connection that is open; false if the pool was closed. */
    boolean opened(AsyncConnection connection) {
        connections.add(connection);
        return !closed;
    }

    void disconnected(AsyncConnection connection) {
        connections.remove(connection);
    }

    /** Closes the remaining connections; the threads end if they belonged to this pool, or if it was the last one. */
    void close() {
        closed = true;
        dials.forEach(AsyncDial::poolClosed);
        connections.forEach(AsyncConnection::cut);
        reactor.leave();
    }
}
