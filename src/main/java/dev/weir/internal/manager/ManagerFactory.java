package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PoolControl;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.jspecify.annotations.Nullable;

/** Makes connection managers, and applies new settings of sockets and TLS to existing ones. */
public final class ManagerFactory {

    private final @Nullable SSLContext sslContext;
    private final @Nullable TlsSocketStrategy tlsStrategy;

    /**
     * Creates the factory.
     *
     * @param sslContext keys and trust; null for the JDK's own
     * @param tlsStrategy how a socket becomes a TLS socket; null for HttpClient's own way
     */
    public ManagerFactory(@Nullable SSLContext sslContext, @Nullable TlsSocketStrategy tlsStrategy) {
        this.sslContext = sslContext;
        this.tlsStrategy = tlsStrategy;
    }

    /**
     * Makes the manager of a pool.
     *
     * @param pool the pool
     * @param control its controls, with the configuration to begin with
     * @param dnsResolver turns host names into addresses
     * @return the manager
     */
    public PoolManager create(ConnectionPool pool, PoolControl control, CachingDnsResolver dnsResolver) {
        return PoolManager.of(pool, control, dnsResolver, transport(control.config()));
    }

    /**
     * Makes a manager use another configuration for its next connections.
     *
     * @param manager the manager
     * @param config the configuration
     */
    public void reconfigure(PoolManager manager, PoolConfig config) {
        manager.transport(transport(config));
    }

    private Transport transport(PoolConfig config) {
        return Transport.of(config, sslContext, tlsStrategy);
    }
}
