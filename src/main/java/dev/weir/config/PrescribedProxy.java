package dev.weir.config;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.List;

/**
 * A proxy, and what is connected to directly in spite of it. Immutable.
 *
 * @param host where it is
 * @param port its port
 * @param exclusions the targets that are connected to directly
 */
record PrescribedProxy(String host, int port, List<ProxyExclusion> exclusions) {

    Proxy proxyFor(DirectHost target, int targetPort) {
        return exclusions.stream().anyMatch(each -> each.matches(target, targetPort))
                ? Proxy.NO_PROXY
                : new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(host, port));
    }
}
