package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The host that a connection leads to in the first place: the proxy's where there is one, else the target's. */
record FirstHop(String host, int port) {

    /** Returns it for a route; null where no name is looked up, because the address is given or there is none. */
    static @Nullable FirstHop of(HttpRoute route) {
        HttpHost host = route.getProxyHost() != null ? route.getProxyHost() : route.getTargetHost();
        return route.getUnixDomainSocket() != null || host.getAddress() != null
                ? null
                : new FirstHop(
                        host.getHostName(), DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host));
    }
}
