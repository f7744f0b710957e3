package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.Resolution;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.DialTimeline;
import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.RouteState;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.function.Resolver;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connection manager of a pool: HttpClient's type over our pool. Thread-safe.
 *
 * <p>Any client or framework can use it. Closing it closes nothing, because the pool is shared; its owner closes the pool.
 * Limits can be changed here as with any manager, which changes the configuration of the pool; times cannot, because the
 * configuration checks them together.
 */
public final class PoolManager extends PoolingHttpClientConnectionManager {

    private final ConnectionPool pool;
    private final CachingDnsResolver names;
    private final Addresses addresses;
    private final @Nullable SSLContext sslContext;
    private final @Nullable TlsSocketStrategy tlsStrategy;

    // Replaced as a whole when the configuration changes.
    private volatile Transport transport;

    /**
     * Creates the manager of a pool.
     *
     * @param pool the pool
     * @param names turns host names into addresses
     * @param sslContext keys and trust; null for the JDK's own
     * @param tlsStrategy how a socket becomes a TLS socket; null for HttpClient's own way
     */
    public PoolManager(
            ConnectionPool pool,
            CachingDnsResolver names,
            @Nullable SSLContext sslContext,
            @Nullable TlsSocketStrategy tlsStrategy) {
        // Neither leases nor connects.
        super(new DefaultHttpClientConnectionOperator(null, null, scheme -> null), new ManagerSettings<>(pool), null);
        this.pool = pool;
        this.names = names;
        this.addresses = new Addresses(pool);
        this.sslContext = sslContext;
        this.tlsStrategy = tlsStrategy;
        this.transport = Transport.of(pool.config(), sslContext, tlsStrategy);
    }

    /** Returns how sockets are made and secured at present. */
    Transport transport() {
        return transport;
    }

    /**
     * Returns the addresses of a host in the order in which to try them. Closing their connection ends the wait for them.
     */
    List<InetSocketAddress> addresses(InetSocketAddress name, BlockingConnection connection) throws IOException {
        BasicFuture<Resolution> wait = new BasicFuture<>(null);
        connection.onClose(wait::cancel);
        DialTimeline timeline = connection.timeline();
        timeline.looksUp();
        Resolution end = null;
        try {
            end = names.resolve(name, wait);
        } finally {
            timeline.lookedUp(end == null ? null : end.outcome());
        }
        return addresses.begin(connection, end.addressesOrThrow(), System.nanoTime());
    }

    /**
     * Establishes a connection of the pool within the connect timeout of its route.
     *
     * @param connection the connection
     * @throws IOException if that fails
     */
    public void dial(BlockingConnection connection) throws IOException {
        FirstHandshake.rehearse(connection.route.route, transport.tlsStrategy());
        new Dial(this, connection).connect();
    }

    /**
     * Uses another configuration for the next connections.
     *
     * @param config the configuration
     */
    public void reconfigure(PoolConfig config) {
        transport = Transport.of(config, sslContext, tlsStrategy);
    }

    @Override
    public LeaseRequest lease(String id, HttpRoute route, @Nullable Timeout timeout, @Nullable Object state) {
        LeaseRequirements asked = state instanceof LeaseRequirements wish ? wish : null;
        return new PendingEndpoint(new Lease(
                pool.route(route),
                asked == null ? state : asked.state(),
                asked == null ? LeaseTerms.ANY : asked.terms(),
                timeout == null ? Timeout.DISABLED : timeout));
    }

    @Override
    public void connect(ConnectionEndpoint endpoint, @Nullable TimeValue timeout, @Nullable HttpContext context)
            throws IOException {
        Lease lease = leaseOf(endpoint);
        Call call = Call.of(context);
        ((LeasedEndpoint) endpoint).call = call;
        if (call != null) {
            call.enter(CallPhase.CONNECT);
        }
        if (lease.established() != null) { // a tunnel comes next
            return;
        }
        RouteState route = lease.routeState();
        FirstHandshake.rehearse(route.route, transport.tlsStrategy());
        Timeout limit =
                timeout != null ? Timeout.of(timeout.getDuration(), timeout.getTimeUnit()) : route.policy().connect;
        long startNanos = System.nanoTime();
        try {
            lease.connect(limit, () -> ConnectTimeouts.of(route, limit, null));
        } catch (IOException e) {
            throw ChannelFailures.asOfSocket(e);
        } catch (Error e) {
            // HttpClient releases a connection after an exception, but not after an Error.
            lease.abandon();
            throw e;
        } finally {
            DialTimeline dialed = lease.dialed();
            if (dialed != null && call != null) {
                dialed.explain(call, System.nanoTime() - startNanos);
            }
            Reference.reachabilityFence(endpoint); // or its lease might be taken back while it is dialed
        }
    }

    @Override
    public void upgrade(ConnectionEndpoint endpoint, @Nullable HttpContext context) throws IOException {
        Lease lease = leaseOf(endpoint);
        HttpContext notes = context != null ? context : HttpClientContext.create(); // HttpClient's takes none either
        long startNanos = System.nanoTime();
        try {
            BlockingConnection connection = lease.openConnection();
            secure(connection, notes);
            connection.own().setSocketTimeout(lease.routeState().policy().read);
        } catch (IOException e) {
            PoolClosedException end = lease.endedWithPool(e);
            if (end != null) {
                throw end;
            }
            throw e;
        } catch (Error e) {
            lease.abandon();
            throw e;
        } finally {
            Call call = Call.of(context);
            if (call != null) {
                call.dialed(0, System.nanoTime() - startNanos, CallPhase.TLS);
            }
            Reference.reachabilityFence(endpoint);
        }
    }

    private void secure(BlockingConnection connection, HttpContext context) throws IOException {
        long beganNanos = System.nanoTime();
        connection.timeline().tunnelled(beganNanos);
        Transport now = transport;
        HttpRoute route = connection.route.route;
        try {
            LeasedEndpoint.refusePlaintext(connection);
            now.operator(null, connection.route.policy().sslContext, connection.route)
                    .upgrade(connection.own(), route.getTargetHost(), route.getTargetName(), now.tls(), context);
        } catch (Throwable e) {
            connection.upgraded(beganNanos, e);
            throw e;
        }
        connection.upgraded(beganNanos, null);
    }

    @Override
    public void release(ConnectionEndpoint endpoint, @Nullable Object state, @Nullable TimeValue keepAlive) {
        leaseOf(endpoint).release(LeaseRequirements.stateOf(state), LeaseRequirements.keptNanos(keepAlive));
    }

    private static Lease leaseOf(ConnectionEndpoint endpoint) {
        if (endpoint instanceof LeasedEndpoint leased) {
            return leased.lease;
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

    /** Returns the socket options of connections without a SOCKS proxy. */
    @Override
    @SuppressWarnings("deprecation") // programs still ask for it
    public SocketConfig getDefaultSocketConfig() {
        return transport.directSocket();
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
    public void setDefaultSocketConfig(SocketConfig config) {
        throw ManagerSettings.refusal(pool, "socket(...)");
    }

    @Override
    public void setSocketConfigResolver(Resolver<HttpRoute, SocketConfig> resolver) {
        throw ManagerSettings.refusal(pool, "socket(...)");
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
