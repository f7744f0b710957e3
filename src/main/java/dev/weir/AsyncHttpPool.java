package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.client.AsyncClientFactory;
import dev.weir.internal.client.AsyncPoolClient;
import dev.weir.internal.client.BlockingClient;
import dev.weir.internal.client.LibraryVersions;
import dev.weir.internal.client.SentRequest;
import dev.weir.internal.client.SlowRequests;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.pool.ConnectionPool;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;

/**
 * A pool of connections for callers that do not block, and of HTTP/2 connections for blocking ones, with its connection
 * manager and ready clients. Many exchanges share an HTTP/2 connection; a further connection is opened only when all are
 * full.
 *
 * <p>One pool serves a whole application: build it once, share it, close it at the end. Thread-safe. In its snapshots
 * {@code leased} counts exchanges, and {@code idle} connections without one.
 *
 * <pre>{@code
 * try (AsyncHttpPool pool = HttpPool.builder("articles").buildAsync()) {
 *     CompletableFuture<SimpleHttpResponse> response =
 *             pool.send(SimpleRequestBuilder.get("https://recs:8443/top").build());
 * }
 * }</pre>
 */
public final class AsyncHttpPool extends ManagedPool {

    private final AsyncPoolManager manager;
    private final AsyncClientFactory clients;
    private final AsyncPoolClient client;
    private final BlockingClient blockingClient;
    private final AtomicBoolean shutDown = new AtomicBoolean();

    private AsyncHttpPool(PoolConfig config, Collaborators with, ConnectionPool pool) {
        super(pool, with.health(config));
        CachingDnsResolver names = with.cachingResolver(pool);
        this.manager = AsyncPoolManager.of(pool, names, with.sslContext, with.asyncTlsStrategy);
        this.clients = new AsyncClientFactory(
                pool,
                manager,
                with.proxyCredentials,
                with.asyncCustomizers,
                with.framework == null ? null : with.framework.asyncClient());
        this.client = client(config);
        this.blockingClient = new BlockingClient(client);
        pool.open(names, manager);
    }

    static AsyncHttpPool of(PoolConfig config, Collaborators with) {
        LibraryVersions.check();
        return new AsyncHttpPool(config, with, with.pool(config, AsyncPoolManager::connection));
    }

    // The threads of the manager run already, and a customizer may fail.
    private AsyncPoolClient client(PoolConfig config) {
        try {
            return new AsyncPoolClient(config.name(), clients.create(config), SlowRequests.of(config), pool.events);
        } catch (RuntimeException | Error e) {
            manager.shutDown();
            throw e;
        }
    }

    /**
     * Returns the connection manager, for code that builds its own client.
     *
     * <p>These settings hold through it alone: limits, sharing, {@code poolWait} (the smaller of the pool's and the
     * request's), {@code connect}, {@code read}, keep-alive, eviction, lifetime, DNS cache, causes and snapshots. Its
     * connections are served by the threads of the pool, whatever client asked for them. Closing it leaves the pool open.
     * Its setters for limits work; those for connection and TLS settings throw {@link UnsupportedOperationException},
     * because the pool's configuration decides these.
     *
     * @return always the same manager
     */
    public PoolingAsyncClientConnectionManager connectionManager() {
        return manager;
    }

    /**
     * Returns the client, started and fully configured. Closing it leaves the pool open. Callbacks must not block, because
     * they run on threads of the pool.
     *
     * @return always the same client, also after {@link #reconfigure}
     */
    public CloseableHttpAsyncClient client() {
        return client;
    }

    /**
     * Returns a client for blocking code over the same connections. Its calls and their exchanges end when their time is
     * over or their thread is interrupted. Virtual threads may use it. Closing it leaves the pool open.
     *
     * @return always the same client, also after {@link #reconfigure}
     */
    public CloseableHttpClient blockingClient() {
        return blockingClient;
    }

    /**
     * Sends a request and collects the response in memory. Does the same as {@link #client()}, with a future of the JDK.
     *
     * <p>Canceling the future cancels the exchange, as does anything else that completes it, such as
     * {@link CompletableFuture#orTimeout}. Canceling a derived future, such as that of {@code thenApply}, does not. The
     * future fails with the exception of the client, {@link dev.weir.failure.PoolClosedException} included. Code that runs
     * when it completes runs on threads of the pool, and must not block.
     *
     * @param request the request
     * @return the response, whatever its status
     * @throws NullPointerException if the request is null
     */
    public CompletableFuture<SimpleHttpResponse> send(SimpleHttpRequest request) {
        Objects.requireNonNull(request, "request must not be null");
        return SentRequest.by(client, request);
    }

    @Override
    Runnable prepare(PoolConfig next) {
        CloseableHttpAsyncClient nextClient = clients.create(next);
        manager.reconfigure(next);
        return () -> client.replace(nextClient, SlowRequests.of(next));
    }

    @Override
    boolean isMadeAlike(PoolConfig one, PoolConfig other) {
        return one.effective().protocol() == other.effective().protocol()
                && one.http2Config().equals(other.http2Config());
    }

    @Override
    void shutDown() {
        if (shutDown.compareAndSet(false, true)) {
            client.shutDown();
            manager.shutDown();
        }
    }
}
