package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.callback.BlockingCalls;
import dev.weir.internal.client.SentRequest;
import dev.weir.internal.manager.WarmUp;
import dev.weir.internal.pool.PoolControl;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

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
public final class AsyncHttpPool implements ManagedPool {

    private final PoolControl control;
    private final AsyncParts parts;
    private final PoolHealth health;

    AsyncHttpPool(PoolControl control, AsyncParts parts, PoolHealth health) {
        this.control = control;
        this.parts = parts;
        this.health = health;
    }

    @Override
    public String name() {
        return config().name();
    }

    @Override
    public PoolConfig config() {
        return control.config();
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
        return parts.manager();
    }

    /**
     * Returns the client, started and fully configured. Closing it leaves the pool open. Callbacks must not block, because
     * they run on threads of the pool.
     *
     * @return always the same client, also after {@link #reconfigure}
     */
    public CloseableHttpAsyncClient client() {
        return parts.client();
    }

    /**
     * Returns a client for blocking code over the same connections. Its calls and their exchanges end when their time is
     * over or their thread is interrupted. Virtual threads may use it. Closing it leaves the pool open.
     *
     * @return always the same client, also after {@link #reconfigure}
     */
    public CloseableHttpClient blockingClient() {
        return parts.blockingClient();
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
        return send(SimpleRequestProducer.create(request), SimpleResponseConsumer.create(), null);
    }

    /**
     * Sends a request whose body and response are streams, or are not collected in memory; see {@link
     * #send(SimpleHttpRequest)}.
     *
     * @param request produces the request
     * @param response consumes the response
     * @param context the context of the call; null for a new one
     * @return the result of the consumer
     * @param <T> its type
     * @throws NullPointerException if the request or the response is null
     */
    public <T> CompletableFuture<T> send(
            AsyncRequestProducer request, AsyncResponseConsumer<T> response, @Nullable HttpContext context) {
        Objects.requireNonNull(request, "request must not be null");
        Objects.requireNonNull(response, "response must not be null");
        return SentRequest.by(parts.client(), request, response, context);
    }

    @Override
    public PoolSnapshot snapshot() {
        return control.snapshot();
    }

    @Override
    public List<Holder> holders(String target, int most) {
        return control.holders(target, PoolText.count("most", most, 40));
    }

    @Override
    public void addListener(PoolListener listener) {
        control.addListener(PoolText.listener(listener, control));
    }

    @Override
    public boolean removeListener(PoolListener listener) {
        return control.removeListener(Objects.requireNonNull(listener, "listener must not be null"));
    }

    @Override
    public Diagnosis diagnose() {
        return health.diagnose(control.figures());
    }

    /**
     * {@inheritDoc} Socket options stay those with which the pool was built.
     */
    @Override
    public void reconfigure(PoolConfig config) {
        reconfigure(config, "code");
    }

    @Override
    public void reconfigure(PoolConfig config, String requester) {
        Objects.requireNonNull(requester, "requester must not be null");
        parts.apply(config, requester);
    }

    @Override
    public void warmUp(String target, int connections) {
        BlockingCalls.check();
        new WarmUp(control, new UnusedAsyncConnections(parts.manager())).run(target, connections);
    }

    @Override
    public boolean isOpen() {
        return control.isOpen();
    }

    @Override
    public void evictIdle() {
        control.evictIdle();
    }

    @Override
    public void drainRoute(String target) {
        control.drainRoute(target);
    }

    @Override
    public Optional<Duration> sinceMaintenance() {
        return control.sinceMaintenance();
    }

    @Override
    public void tlsChanged() {
        control.retireAll(CloseCause.TLS_CHANGED);
    }

    @Override
    public boolean drain(Duration timeout) {
        boolean finished = control.drain(PoolText.drainTime(timeout));
        parts.shutDown();
        return finished;
    }

    @Override
    public void close() {
        control.close();
        parts.shutDown();
    }

    /** Returns the name and the figures of the pool in one line, and whether it is draining or closed. */
    @Override
    public String toString() {
        return PoolText.of("AsyncHttpPool", control);
    }
}
