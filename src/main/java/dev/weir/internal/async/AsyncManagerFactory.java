package dev.weir.internal.async;

import dev.weir.config.PoolConfig;
import dev.weir.event.PoolListener;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.Addresses;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.PoolControl;
import dev.weir.internal.pool.StreamSettings;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.jspecify.annotations.Nullable;

/** Makes asynchronous pools and their managers, and applies new configurations to existing ones. */
public final class AsyncManagerFactory {

    private final @Nullable SSLContext sslContext;
    private final @Nullable TlsStrategy tlsStrategy;

    /**
     * Creates the factory.
     *
     * @param sslContext keys and trust; null for the JDK's own
     * @param tlsStrategy how a connection starts TLS, in place of the context; null for HttpClient's own way
     */
    public AsyncManagerFactory(@Nullable SSLContext sslContext, @Nullable TlsStrategy tlsStrategy) {
        this.sslContext = sslContext;
        this.tlsStrategy = tlsStrategy;
    }

    /**
     * Makes a pool without connections.
     *
     * @param config its configuration
     * @param settings the settings of shared connections
     * @param listeners the listeners of the pool
     * @param nanoClock the time by which connections age
     * @return the pool
     */
    public AsyncPool pool(
            PoolConfig config, StreamSettings settings, List<PoolListener> listeners, LongSupplier nanoClock) {
        AtomicReference<@Nullable AsyncPool> self = new AtomicReference<>();
        AsyncPool pool = new AsyncPool(
                config, settings, listeners, nanoClock, () -> new AsyncConnection(Objects.requireNonNull(self.get())));
        self.set(pool);
        return pool;
    }

    /**
     * Makes the manager of a pool, and starts the I/O threads if no pool has.
     *
     * @param pool the pool
     * @param control its controls, with the configuration to begin with
     * @param names turns host names into addresses
     * @return the manager
     */
    public AsyncPoolManager create(AsyncPool pool, PoolControl control, CachingDnsResolver names) {
        PoolConfig config = control.config();
        AsyncTransport transport = transport(config, pool.settings());
        ReactorUse reactors = ReactorUse.of(config);
        Addresses addresses = new Addresses(() -> control.config().dns().spread(), pool.core()::place);
        return new AsyncPoolManager(pool, control, new AsyncDialer(pool, names, addresses, transport, reactors));
    }

    /**
     * Makes a manager use another configuration for its next connections.
     *
     * @param manager the manager
     * @param config the configuration
     * @param settings the settings of shared connections
     */
    public void reconfigure(AsyncPoolManager manager, PoolConfig config, StreamSettings settings) {
        manager.dialer().transport(transport(config, settings));
    }

    /**
     * Closes the remaining connections of a manager after its pool was closed, and ends the I/O threads if no pool needs
     * them.
     *
     * @param manager the manager
     */
    public void close(AsyncPoolManager manager) {
        manager.dialer().close();
    }

    private AsyncTransport transport(PoolConfig config, StreamSettings settings) {
        return AsyncTransport.of(
                config,
                settings.protocol(),
                tlsStrategy != null ? tlsStrategy : AsyncTransport.strategy(config.tls(), sslContext));
    }
}
