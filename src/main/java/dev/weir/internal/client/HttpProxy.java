package dev.weir.internal.client;

import dev.weir.config.PoolConfig;
import java.net.URI;
import java.util.Optional;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.Credentials;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.core5.http.HttpHost;

/**
 * The HTTP proxy of a pool in HttpClient's terms. Immutable.
 *
 * @param config the configuration of the pool
 * @param host where the proxy is
 */
record HttpProxy(PoolConfig config, HttpHost host) {

    /** Empty without a proxy, and for a SOCKS proxy, which applies to sockets. */
    static Optional<HttpProxy> of(PoolConfig config) {
        return config.proxy().flatMap(HttpProxy::host).map(host -> new HttpProxy(config, host));
    }

    /** Likewise. */
    static Optional<HttpHost> host(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme())
                ? Optional.empty()
                : Optional.of(new HttpHost(proxy.getScheme(), proxy.getHost(), proxy.getPort()));
    }

    /** Offers the credentials to the proxy alone. */
    CredentialsProvider provider(Credentials credentials) {
        BasicCredentialsProvider provider = new BasicCredentialsProvider();
        provider.setCredentials(new AuthScope(host), credentials);
        return provider;
    }
}
