package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The first host that a connection leads to: the proxy if there is one, otherwise the target. */
record FirstHop(String host, int port) {

    /** Returns it for a route; null if there is no name to look up. */
    static @Nullable FirstHop of(HttpRoute route) {
        HttpHost host = route.getProxyHost() != null ? route.getProxyHost() : route.getTargetHost();
        return route.getUnixDomainSocket() != null || host.getAddress() != null
                ? null
                : new FirstHop(
                        host.getHostName(), DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host));
    }
}
