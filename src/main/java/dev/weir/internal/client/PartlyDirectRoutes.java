package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Leads requests through the proxy of a pool, but for those to targets that {@code noProxy} excludes. Thread-safe. */
final class PartlyDirectRoutes extends DefaultRoutePlanner {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;

    private final PoolConfig config;
    private final HttpHost proxy;

    PartlyDirectRoutes(PoolConfig config, HttpHost proxy) {
        super(PORTS);
        this.config = config;
        this.proxy = proxy;
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) {
        int port = PORTS.resolve(target.getSchemeName(), target);
        return config.proxyFor(target.getHostName(), port).isPresent() ? proxy : null;
    }
}
