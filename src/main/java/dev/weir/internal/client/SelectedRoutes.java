package dev.weir.internal.client;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Asks a selector for the proxy of each request, by scheme, host and port alone. Thread-safe if the selector is. */
public final class SelectedRoutes extends DefaultRoutePlanner {

    private final ProxySelector selector;

    /**
     * Creates the planner.
     *
     * @param selector knows the proxies
     */
    public SelectedRoutes(ProxySelector selector) {
        super(DefaultSchemePortResolver.INSTANCE);
        this.selector = selector;
    }

    @Override
    protected @Nullable HttpHost determineProxy(HttpHost target, HttpContext context) throws HttpException {
        return proxyFor(target);
    }

    private @Nullable HttpHost proxyFor(HttpHost target) throws HttpException {
        List<Proxy> proxies = selector.select(uri(target));
        for (Proxy each : proxies) {
            if (each.type() != Proxy.Type.SOCKS) {
                return each.address() instanceof InetSocketAddress address ? host(address) : null;
            }
        }
        if (proxies.isEmpty()) {
            return null;
        }
        throw new ProtocolException("The proxySelector has only SOCKS proxies for " + target
                + ", but an HTTP proxy or a direct connection is needed; proxy(\"socks://host:port\") takes one");
    }

    /**
     * Tells whether requests to a host go through a proxy.
     *
     * @param target the host
     * @return true also if the selector has no usable proxy
     */
    public boolean isProxied(HttpHost target) {
        try {
            return proxyFor(target) != null;
        } catch (HttpException noUsableProxy) {
            return true;
        }
    }

    private static URI uri(HttpHost target) throws HttpException {
        try {
            return URI.create(target.toURI());
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("The proxySelector cannot be asked for " + target + ", which is no URI", e);
        }
    }

    private static HttpHost host(InetSocketAddress proxy) {
        return new HttpHost("http", proxy.getHostString(), proxy.getPort());
    }
}
