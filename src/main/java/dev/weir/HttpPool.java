package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.client.ClientFactory;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.BlockingDialer;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.ConnectionPool;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;

/**
 * A pool of HTTP/1.1 connections for blocking callers, with its connection manager and a ready client.
 *
 * <p>One pool serves a whole application: build it once, share it, close it at the end. Thread-safe.
 *
 * <pre>{@code
 * try (HttpPool pool = HttpPool.builder("shop").maxPerRoute(50).build()) {
 *     String answer = pool.client().execute(ClassicRequestBuilder.get("https://recs:8443/top").build(),
 *             response -> EntityUtils.toString(response.getEntity()));
 * }
 * }</pre>
 */
public final class HttpPool extends ManagedPool {

    private final PoolManager manager;
    private final ClientFactory clients;
    private final PoolClient client;

    private HttpPool(PoolConfig config, Collaborators with, ConnectionPool pool) {
        super(pool, with.health(config));
        CachingDnsResolver names = with.cachingResolver(pool);
        this.manager = new PoolManager(pool, names, with.sslContext, with.tlsStrategy);
        this.clients = new ClientFactory(
                pool,
                manager,
                with.proxyCredentials,
                with.customizers,
                with.framework == null ? null : with.framework.client());
        this.client = new PoolClient(config.name(), clients.create(config), SlowRequests.of(config), pool.events);
        pool.open(names, new BlockingDialer(manager::dial));
    }

    static HttpPool of(PoolConfig config, Collaborators with) {
        LibraryVersions.check();
        return new HttpPool(config, with, with.pool(config, BlockingConnection::new));
    }

    /**
     * Begins a pool.
     *
     * @param name the pool's name, in metrics, thread names and errors: 1 to 64 letters, digits, dots, dashes and
     *     underscores
     * @return a builder with the defaults that a service needs
     * @throws NullPointerException if the name is null
     */
    public static HttpPoolBuilder builder(String name) {
        return new HttpPoolBuilder(name);
    }

    /**
     * Returns the connection manager, for code that builds its own client.
     *
     * <p>These settings hold through it alone: limits, {@code poolWait} (the smaller of the pool's and the request's),
     * {@code connect}, {@code read}, keep-alive, eviction, lifetime, DNS cache, causes and snapshots. Closing it leaves the
     * pool open. Its setters for limits work; those for connection, socket and TLS settings throw
     * {@link UnsupportedOperationException}, because the pool's configuration decides these.
     *
     * @return always the same manager
     */
    public PoolingHttpClientConnectionManager connectionManager() {
        return manager;
    }

    /**
     * Returns the client, fully configured. Closing it leaves the pool open. It is
     * {@link org.apache.hc.client5.http.config.Configurable}.
     *
     * @return always the same client, also after {@link #reconfigure}
     */
    public CloseableHttpClient client() {
        return client;
    }

    @Override
    Runnable prepare(PoolConfig next) {
        CloseableHttpClient nextClient = clients.create(next);
        manager.reconfigure(next);
        return () -> client.replace(nextClient, SlowRequests.of(next));
    }

    @Override
    boolean isMadeAlike(PoolConfig one, PoolConfig other) {
        return one.socketConfig().equals(other.socketConfig());
    }

    @Override
    void shutDown() {
        // Its threads end with its connections.
    }
}
