package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.Addresses;
import dev.weir.internal.manager.FirstHandshake;
import dev.weir.internal.manager.ManagerSettings;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.RouteState;
import dev.weir.internal.pool.SharedConnection;
import dev.weir.internal.pool.StreamLease;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.nio.DefaultAsyncClientConnectionOperator;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.function.Resolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.IOCallback;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connection manager of an asynchronous pool: HttpClient's type over our pool. Thread-safe.
 *
 * <p>Any client can use it. The threads of the pool make and serve its connections, not those of the client that asks first.
 * Closing it closes nothing, because the pool is shared; the pool itself is closed by its owner.
 */
public final class AsyncPoolManager extends PoolingAsyncClientConnectionManager
        implements IOCallback<PooledConnection> {

    private final ConnectionPool pool;
    final CachingDnsResolver names;
    final Addresses addresses;
    final Reactor reactor;
    private final Function<PoolConfig, AsyncTransport> transports;

    /** The dials that are under way. */
    final Set<AsyncDial> dials = ConcurrentHashMap.newKeySet();

    /** The connections that are open, which are closed with the pool. */
    final Set<AsyncConnection> connections = ConcurrentHashMap.newKeySet();

    // Replaced as a whole when the configuration changes.
    private volatile AsyncTransport transport;

    /** Whether the pool was closed. Written once, before the remaining connections are closed. */
    volatile boolean isShutDown;

    private AsyncPoolManager(
            ConnectionPool pool, CachingDnsResolver names, Function<PoolConfig, AsyncTransport> transports) {
        super(
                new ManagerSettings<>(pool),
                new DefaultAsyncClientConnectionOperator(scheme -> null, null, null) {
                    // Never asked, because that pool leases nothing.
                });
        this.pool = pool;
        this.names = names;
        this.addresses = new Addresses(pool);
        this.transports = transports;
        this.transport = transports.apply(pool.config());
        this.reactor = Reactor.of(pool.config());
    }

    /**
     * Makes a connection that is not dialed yet.
     *
     * @param route its route
     * @return the connection
     */
    public static SharedConnection connection(RouteState route) {
        return new AsyncConnection(route, Alarms.shared());
    }

    /**
     * Makes the manager of a pool, and starts the I/O threads if no pool has.
     *
     * @param pool the pool
     * @param names turns host names into addresses
     * @param sslContext keys and trust; null for the JDK's own
     * @param tlsStrategy how a connection starts TLS, in place of the context; null for HttpClient's own way
     * @return the manager
     */
    public static AsyncPoolManager of(
            ConnectionPool pool,
            CachingDnsResolver names,
            @Nullable SSLContext sslContext,
            @Nullable TlsStrategy tlsStrategy) {
        return new AsyncPoolManager(pool, names, config -> AsyncTransport.of(config, sslContext, tlsStrategy));
    }

    /**
     * Uses another configuration for the next connections; sockets keep the options with which the pool was built.
     *
     * @param config the configuration
     */
    public void reconfigure(PoolConfig config) {
        transport = transports.apply(config);
    }

    /** Closes the remaining connections after the pool was closed, and ends the I/O threads if no pool needs them. */
    public void shutDown() {
        isShutDown = true;
        dials.forEach(AsyncDial::poolClosed);
        connections.forEach(AsyncConnection::cut);
        reactor.leave();
    }

    /** Returns the TLS for the first hop of a connection: a proxy gets the keys of the pool. */
    AsyncTransport transportTo(HttpRoute route, PooledConnection books) {
        return transport.with(
                route.getProxyHost() == null ? books.route.policy().sslContext : null, books.route.policy().protocol);
    }

    /** Returns the TLS for the target of a connection behind a proxy. */
    AsyncTransport transportThrough(PooledConnection books) {
        return transport.with(books.route.policy().sslContext, books.route.policy().protocol);
    }

    @Override
    public Future<AsyncConnectionEndpoint> lease(
            String id,
            HttpRoute route,
            @Nullable Object state,
            @Nullable Timeout timeout,
            @Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        EndpointFuture future = new EndpointFuture(callback);
        future.request(new StreamLease(
                pool.route(route),
                LeaseRequirements.stateOf(state),
                LeaseRequirements.termsOf(state),
                Timeout.defaultsToDisabled(timeout)));
        return future;
    }

    @Override
    public Future<AsyncConnectionEndpoint> connect(
            AsyncConnectionEndpoint endpoint,
            ConnectionInitiator unused,
            @Nullable Timeout timeout,
            @Nullable Object attachment,
            HttpContext context,
            @Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        StreamEndpoint own = own(endpoint);
        Call call = Call.of(context);
        if (call != null) {
            call.enter(CallPhase.CONNECT);
        }
        FirstHandshake.rehearse(own.lease.route(), transport.tlsStrategy());
        EndpointFuture future = new EndpointFuture(callback);
        future.givenUpBy(() -> {
            own.lease.release(null, Long.MAX_VALUE);
            return false;
        });
        future.awaitDial(own, timeout);
        return future;
    }

    /** Begins to dial a connection within the connect timeout of its route, and returns at once. */
    @Override
    public void execute(PooledConnection connection) {
        ((AsyncConnection) connection).dial(this::dial);
    }

    private void dial(SharedConnection connection) {
        FirstHandshake.rehearse(connection.route.route, transport.tlsStrategy());
        new AsyncDial(this, (AsyncConnection) connection, connection.route.policy().connect).begin();
    }

    @Override
    public void upgrade(
            AsyncConnectionEndpoint endpoint,
            @Nullable Object attachment,
            HttpContext context,
            @Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        new Tunnel(this, own(endpoint), callback).secure();
    }

    @Override
    public void release(AsyncConnectionEndpoint endpoint, @Nullable Object state, @Nullable TimeValue keepAlive) {
        own(endpoint).lease.release(LeaseRequirements.stateOf(state), LeaseRequirements.keptNanos(keepAlive));
    }

    private static StreamEndpoint own(AsyncConnectionEndpoint endpoint) {
        if (endpoint instanceof StreamEndpoint own) {
            return own;
        }
        throw new IllegalArgumentException("Not an endpoint of this manager: " + endpoint.getClass());
    }

    @Override
    public boolean isClosed() {
        return pool.lifecycle.isClosed();
    }

    /** Returns {@code eviction.validateAfter} of the pool. */
    @Override
    @Deprecated
    public TimeValue getValidateAfterInactivity() {
        return TimeValue.of(pool.config().effective().eviction().validateAfter());
    }

    @Override
    public void setDefaultConnectionConfig(ConnectionConfig config) {
        throw ManagerSettings.refusal(pool, "timeouts(...) and eviction(...)");
    }

    @Override
    public void setConnectionConfigResolver(Resolver<HttpRoute, ConnectionConfig> resolver) {
        throw ManagerSettings.refusal(pool, "timeouts(...), eviction(...) and route(...)");
    }

    @Override
    public void setDefaultTlsConfig(TlsConfig config) {
        throw ManagerSettings.refusal(pool, "tls(...)");
    }

    @Override
    public void setTlsConfigResolver(Resolver<HttpHost, TlsConfig> resolver) {
        throw ManagerSettings.refusal(pool, "tls(...)");
    }
}
