package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.config.Tls;
import dev.weir.internal.pool.Millis;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * How sockets are made and secured, in HttpClient's terms. Immutable; replaced as a whole when the configuration changes.
 *
 * @param config the configuration behind it
 * @param socket options of the TCP socket, with a SOCKS proxy if there is one
 * @param directSocket the same without a SOCKS proxy
 * @param tls limits of the handshake
 * @param tlsStrategy how a socket becomes a TLS socket
 * @param lingerSeconds how long closing waits for unsent data; negative if it does not
 */
record Transport(
        PoolConfig config,
        SocketConfig socket,
        SocketConfig directSocket,
        TlsConfig tls,
        TlsSocketStrategy tlsStrategy,
        int lingerSeconds) {

    static Transport of(PoolConfig config, @Nullable SSLContext sslContext, @Nullable TlsSocketStrategy tlsStrategy) {
        SocketConfig direct = socket(config);
        return new Transport(
                config,
                config.proxy()
                        .filter(Transport::isSocks)
                        .map(proxy -> through(proxy, direct))
                        .orElse(direct),
                direct,
                tls(config.tls()),
                tlsStrategy != null ? tlsStrategy : new TlsOfPool(config.tls(), sslContext),
                wholeSeconds(config.socketConfig().getSoLinger()));
    }

    private static SocketConfig socket(PoolConfig config) {
        return SocketConfig.copy(config.socketConfig())
                .setSoTimeout(Millis.roundedUp(config.timeouts().read()))
                .setSoLinger(TimeValue.NEG_ONE_SECOND)
                .build();
    }

    /** Returns the options of a socket on a route, which may have its own SOCKS proxy, or none. */
    SocketConfig socketOn(HttpRoute route) {
        HttpHost target = route.getTargetHost();
        Optional<URI> ofTarget = proxy(target);
        if (route.getProxyHost() == null || ofTarget.filter(Transport::isSocks).isEmpty()) {
            return socketThrough(ofTarget);
        }
        return socketThrough(proxy(route.getProxyHost()));
    }

    private Optional<URI> proxy(HttpHost host) {
        int port = DefaultSchemePortResolver.INSTANCE.resolve(host.getSchemeName(), host);
        return config.proxyFor(host.getSchemeName(), host.getHostName(), port);
    }

    private SocketConfig socketThrough(Optional<URI> proxy) {
        if (proxy.filter(Transport::isSocks).isEmpty()) {
            return directSocket;
        }
        return proxy.equals(config.proxy()) ? socket : through(proxy.get(), directSocket);
    }

    private static SocketConfig through(URI socksProxy, SocketConfig direct) {
        return SocketConfig.copy(direct)
                .setSocksProxyAddress(address(socksProxy))
                .build();
    }

    /** Returns how a socket becomes a TLS socket with keys and trust of a route; null for those of the pool. */
    TlsSocketStrategy strategy(@Nullable SSLContext own) {
        return own == null ? tlsStrategy : new TlsOfPool(config.tls(), own);
    }

    // Rounded up: zero would reset the connection.
    private static int wholeSeconds(@Nullable TimeValue time) {
        return time == null || time.getDuration() < 0
                ? -1
                : (int) Math.min(Integer.MAX_VALUE, (time.toMilliseconds() + 999) / 1_000);
    }

    /** Sets an option that HttpClient gets wrong: it passes milliseconds to a socket option in seconds. */
    void linger(Socket socket) throws SocketException {
        if (lingerSeconds >= 0) {
            socket.setSoLinger(true, lingerSeconds);
        }
    }

    private static boolean isSocks(URI proxy) {
        return "socks".equalsIgnoreCase(proxy.getScheme());
    }

    private static InetSocketAddress address(URI proxy) {
        // The JDK looks the name up when it connects; a pool is built without waiting for a name server.
        return InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort());
    }

    private static TlsConfig tls(Tls tls) {
        return TlsConfig.custom()
                .setHandshakeTimeout(Millis.roundedUp(tls.handshake()))
                .build();
    }
}
