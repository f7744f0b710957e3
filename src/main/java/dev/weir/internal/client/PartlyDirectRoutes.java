package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Routes requests through the proxy that is configured for their host: that of the pool, that of a route rule, or none.
 * Thread-safe.
 */
final class PartlyDirectRoutes extends DefaultRoutePlanner {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;

    // A caller may use any number of hosts.
    private static final int MOST_KNOWN = 1_000;

    private final PoolConfig config;
    private final @Nullable HttpHost proxy;
    private final Map<HttpHost, Optional<HttpHost>> known = new ConcurrentHashMap<>();

    private PartlyDirectRoutes(PoolConfig config, @Nullable HttpHost proxy) {
        super(PORTS);
        this.config = config;
        this.proxy = proxy;
    }

    /**
     * Plans routes by host; a proxy that customizers set on the client's builder replaces the pool's.
     *
     * @param config the configuration of the pool
     * @param builder the builder
     * @param type the class of HttpClient's that declares it
     * @return null if all hosts have the same proxy, or a customizer plans routes
     */
    static @Nullable HttpRoutePlanner of(PoolConfig config, Object builder, Class<?> type) {
        if (!isPerHost(config) || read(builder, type, "routePlanner", null) != null) {
            return null;
        }
        HttpHost ofPool = host(config.effective().proxy());
        return new PartlyDirectRoutes(config, (HttpHost) read(builder, type, "proxy", ofPool));
    }

    private static boolean isPerHost(PoolConfig config) {
        for (String rule : config.routes()) {
            if (isOfRule(config, rule.replace("*", "any"))) { // which shows what a pattern says
                return true;
            }
        }
        return !config.noProxy().isEmpty();
    }

    /** Returns where an HTTP proxy is; null for a SOCKS proxy, which applies to sockets. */
    static @Nullable HttpHost host(Optional<URI> proxy) {
        return proxy.isEmpty() || "socks".equalsIgnoreCase(proxy.get().getScheme())
                ? null
                : new HttpHost(
                        proxy.get().getScheme(),
                        proxy.get().getHost(),
                        proxy.get().getPort());
    }

    private static @Nullable Object read(Object builder, Class<?> type, String name, @Nullable Object otherwise) {
        try {
            return Internals.read(builder, type, name, Object.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another version of HttpClient keeps it elsewhere: then the pool's proxy applies.
            return otherwise;
        }
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) {
        Optional<HttpHost> found = known.get(target);
        if (found == null) {
            found = proxyTo(target);
            if (known.size() >= MOST_KNOWN) {
                known.clear();
            }
            known.put(target, found);
        }
        return found.orElse(null);
    }

    private Optional<HttpHost> proxyTo(HttpHost target) {
        int port = PORTS.resolve(target.getSchemeName(), target);
        Optional<URI> configured = config.proxyFor(target.getSchemeName(), target.getHostName(), port);
        String origin = target.getSchemeName() + "://" + target.getHostName() + ":" + port;
        return configured.equals(config.effective().proxy()) && !isOfRule(config, origin)
                ? Optional.ofNullable(proxy)
                : Optional.ofNullable(host(configured));
    }

    private static boolean isOfRule(PoolConfig config, String origin) {
        try {
            return config.effective(origin).setting("proxy").origin().startsWith("route ");
        } catch (IllegalArgumentException e) {
            return false; // no rule can be written for such a name
        }
    }
}
