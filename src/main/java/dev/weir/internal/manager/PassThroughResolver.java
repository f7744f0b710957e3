package dev.weir.internal.manager;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/** Looks nothing up: the only names left when HttpClient's operator is called are those for a SOCKS proxy. */
final class PassThroughResolver implements DnsResolver {

    @Override
    public InetAddress @Nullable [] resolve(String host) {
        return null;
    }

    @Override
    public List<InetSocketAddress> resolve(String host, int port) {
        return List.of(InetSocketAddress.createUnresolved(host, port));
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
