package dev.weir.internal.pool;

import java.net.InetSocketAddress;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The first host that a connection leads to: the proxy if there is one, otherwise the target. */
public final class FirstHop {

    private FirstHop() {}

    /**
     * Returns what to look up for a route.
     *
     * @param route the route
     * @return the name of its first host and the port; null if no name is to be looked up
     */
    public static @Nullable InetSocketAddress name(HttpRoute route) {
        HttpHost host = host(route);
        return route.getUnixDomainSocket() != null || host.getAddress() != null
                ? null
                : InetSocketAddress.createUnresolved(
                        host.getHostName(), DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host));
    }

    /**
     * Returns the first host of a route, with or without a name to look up.
     *
     * @param route the route
     * @return its proxy, or its target
     */
    public static HttpHost host(HttpRoute route) {
        return route.getProxyHost() != null ? route.getProxyHost() : route.getTargetHost();
    }

    /**
     * Tells whether the first host of a route speaks TLS, so that a handshake is part of the dial.
     *
     * @param route the route
     * @return whether its scheme is {@code https}
     */
    public static boolean isSecure(HttpRoute route) {
        return "https".equalsIgnoreCase(host(route).getSchemeName());
    }
}
