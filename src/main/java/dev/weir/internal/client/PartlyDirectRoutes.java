package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import java.util.Optional;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Leads requests through a proxy, but for those to targets that {@code noProxy} excludes. Thread-safe. */
final class PartlyDirectRoutes extends DefaultRoutePlanner {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;

    private final PoolConfig config;
    private final HttpHost proxy;

    private PartlyDirectRoutes(PoolConfig config, HttpHost proxy) {
        super(PORTS);
        this.config = config;
        this.proxy = proxy;
    }

    /**
     * Plans routes past the proxy that the builder of a client has after the customizers.
     *
     * @param config the configuration of the pool
     * @param builder the builder
     * @param type the class of HttpClient's that declares it
     * @return empty if nothing is excluded from an HTTP proxy, or a customizer plans routes, or has removed the proxy
     */
    static Optional<HttpRoutePlanner> of(PoolConfig config, Object builder, Class<?> type) {
        if (config.noProxy().isEmpty()) {
            return Optional.empty();
        }
        return HttpProxy.of(config)
                .filter(proxy -> read(builder, type, "routePlanner", null) == null)
                .flatMap(proxy -> Optional.ofNullable(read(builder, type, "proxy", proxy.host())))
                .map(host -> new PartlyDirectRoutes(config, (HttpHost) host));
    }

    private static @Nullable Object read(Object builder, Class<?> type, String name, @Nullable Object otherwise) {
        try {
            return Internals.read(builder, type, name, Object.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another version of HttpClient keeps it elsewhere: the proxy is taken for that of the pool.
            return otherwise;
        }
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) {
        int port = PORTS.resolve(target.getSchemeName(), target);
        return config.proxyFor(target.getHostName(), port).isPresent() ? proxy : null;
    }
}
