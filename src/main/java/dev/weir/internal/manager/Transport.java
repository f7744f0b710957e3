package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.config.Tls;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.RoutePolicy;
import dev.weir.internal.pool.RouteState;
import dev.weir.internal.socket.ChannelSocket;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * How sockets are made and secured, in HttpClient's terms. Immutable; replaced as a whole when the configuration changes.
 *
 * @param config the configuration behind it
 * @param directSocket options of the TCP socket, without a SOCKS proxy
 * @param tls limits of the handshake
 * @param tlsStrategy how a socket becomes a TLS socket
 * @param lingerSeconds how long closing waits for unsent data; negative if it does not
 */
record Transport(
        PoolConfig config, SocketConfig directSocket, TlsConfig tls, TlsSocketStrategy tlsStrategy, int lingerSeconds) {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;

    private static final DnsResolver NO_LOOKUP = new NoLookup();

    static Transport of(PoolConfig config, @Nullable SSLContext sslContext, @Nullable TlsSocketStrategy tlsStrategy) {
        return new Transport(
                config,
                socket(config),
                tls(config.tls()),
                tlsStrategy != null ? tlsStrategy : new TlsOfPool(config.tls(), sslContext),
                wholeSeconds(config.socketConfig().getSoLinger()));
    }

    private static SocketConfig socket(PoolConfig config) {
        return SocketConfig.copy(config.socketConfig())
                .setSoTimeout(RoutePolicy.roundedUp(config.timeouts().read()))
                .setSoLinger(TimeValue.NEG_ONE_SECOND)
                .build();
    }

    /** Returns the options of a socket on a route, which may have its own SOCKS proxy, or none. */
    SocketConfig socketOn(HttpRoute route) {
        HttpHost target = route.getTargetHost();
        Optional<URI> ofTarget = proxy(target);
        if (route.getProxyHost() == null || !isSocks(ofTarget)) {
            return socketThrough(ofTarget);
        }
        return socketThrough(proxy(route.getProxyHost()));
    }

    private Optional<URI> proxy(HttpHost host) {
        int port = PORTS.resolve(host.getSchemeName(), host);
        return config.proxyFor(host.getSchemeName(), host.getHostName(), port);
    }

    private SocketConfig socketThrough(Optional<URI> proxy) {
        return isSocks(proxy)
                ? SocketConfig.copy(directSocket)
                        .setSocksProxyAddress(address(proxy.get()))
                        .build()
                : directSocket;
    }

    /**
     * Returns HttpClient's operator, which connects and secures sockets.
     *
     * @param connected the socket, if it is connected already
     * @param own keys and trust of a route; null for those of the pool
     * @param route what a handshake that takes too long names
     */
    HttpClientConnectionOperator operator(@Nullable Socket connected, @Nullable SSLContext own, RouteState route) {
        return new DefaultHttpClientConnectionOperator(
                socksProxy -> connected != null ? connected : newSocket(socksProxy),
                PORTS,
                NO_LOOKUP,
                scheme -> URIScheme.HTTPS.same(scheme) ? handshake(own, route) : null);
    }

    // Sockets that belong to a channel can be checked without waiting, and read without a poll. The JDK has none for a
    // SOCKS proxy.
    private static Socket newSocket(@Nullable Proxy socksProxy) throws IOException {
        return socksProxy == null ? ChannelSocket.open(Alarms.shared()) : new Socket(socksProxy);
    }

    private TlsSocketStrategy handshake(@Nullable SSLContext own, RouteState route) {
        TlsSocketStrategy strategy = own == null ? tlsStrategy : new TlsOfPool(config.tls(), own);
        return (plain, target, port, attachment, context) -> {
            refusePlaintext(plain, target + ":" + port);
            if (plain instanceof ChannelSocket ours) {
                ours.readAhead();
            }
            Cut cut = new Cut(plain, tls.getHandshakeTimeout());
            Alarms.shared().set(cut);
            try {
                return strategy.upgrade(plain, target, port, attachment, context);
            } catch (IOException e) {
                throw cut.happened ? ConnectTimeouts.ofHandshake(route, tls.getHandshakeTimeout(), e) : e;
            } finally {
                Alarms.shared().off(cut);
            }
        };
    }

    // The peer of a handshake never speaks first.
    private void refusePlaintext(Socket plain, String target) throws IOException {
        if (plain.getInputStream().available() > 0) {
            // A socket through a SOCKS proxy is one of the JDK's.
            Optional<URI> proxy = config.effective().proxy();
            String peer = plain instanceof ChannelSocket || !isSocks(proxy)
                    ? "The peer"
                    : "SOCKS proxy " + proxy.get().getHost() + ":" + proxy.get().getPort();
            throw plaintext(peer, target + ", where the client speaks first; does this port expect TLS?");
        }
    }

    /**
     * Makes the failure of a handshake before which the peer has sent something: an attacker on the path could do that, and
     * HttpCore would treat it as the response to the first request after the handshake.
     */
    static ClientProtocolException plaintext(String peer, String target) {
        return new ClientProtocolException(peer + " sent bytes in plaintext before the TLS handshake with " + target);
    }

    /**
     * Closes what a handshake, or a request for a tunnel, uses for too long. HttpClient limits each read of them, so a peer that
     * sends single bytes could prolong them at will. If it has just ended, the connection fails at its first use, and is not
     * lost.
     */
    static final class Cut extends Alarm {
        private final Closeable used;

        // Written by the thread of the alarms; read by the thread whose socket was closed.
        volatile boolean happened;

        Cut(Closeable used, Timeout limit) {
            super(System.nanoTime(), limit.toNanoseconds());
            this.used = used;
        }

        @Override
        protected void ring() {
            happened = true;
            Closer.closeQuietly(used);
        }
    }

    /** The only names left when HttpClient's operator is called are those for a SOCKS proxy. */
    private static final class NoLookup implements DnsResolver {
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

    private static boolean isSocks(Optional<URI> proxy) {
        return proxy.isPresent() && "socks".equalsIgnoreCase(proxy.get().getScheme());
    }

    private static InetSocketAddress address(URI proxy) {
        // The JDK looks the name up when it connects; a pool is built without waiting for a name server.
        return InetSocketAddress.createUnresolved(proxy.getHost(), proxy.getPort());
    }

    private static TlsConfig tls(Tls tls) {
        return TlsConfig.custom()
                .setHandshakeTimeout(RoutePolicy.roundedUp(tls.handshake()))
                .build();
    }
}
