package dev.weir;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.failure.Holder;
import dev.weir.internal.client.PoolClient;
import dev.weir.internal.manager.UnusedConnections;
import dev.weir.internal.manager.WarmUp;
import dev.weir.internal.pool.PoolControl;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
public final class HttpPool implements ManagedPool {

    private final PoolControl control;
    private final BlockingParts parts;
    private final PoolClient client;
    private final PoolHealth health;

    HttpPool(PoolControl control, BlockingParts parts, PoolHealth health) {
        this.control = control;
        this.parts = parts;
        this.client = parts.client();
        this.health = health;
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
     * <p>These settings hold through it alone: limits, {@code poolWait} (the smaller of the pool's and the request's),
     * {@code connect}, {@code read}, keep-alive, eviction, lifetime, DNS cache, causes and snapshots. Closing it leaves the
     * pool open. Its setters for limits work; those for connection, socket and TLS settings throw
     * {@link UnsupportedOperationException}, because the pool's configuration decides these.
     *
     * @return always the same manager
     */
    public PoolingHttpClientConnectionManager connectionManager() {
        return parts.manager();
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
        new WarmUp(control, new UnusedConnections(parts.manager())).run(target, connections);
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
        return control.drain(PoolText.drainTime(timeout));
    }

    @Override
    public void close() {
        control.close();
    }

    /** Returns the name and the figures of the pool in one line, and whether it is draining or closed. */
    @Override
    public String toString() {
        return PoolText.of("HttpPool", control);
    }
}
