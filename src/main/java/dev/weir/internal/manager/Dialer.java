package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.LookupWait;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialTimeline;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Establishes connections: looks the name up and connects to one of its addresses, with TLS, all within one time limit.
 *
 * <p>HttpClient's operator handles one address. It limits only each read of a TLS handshake, so this class ends whatever is
 * under way when the time is over. Thread-safe.
 */
final class Dialer {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;

    private final CachingDnsResolver dnsResolver;
    private final Addresses addresses;
    private final HttpClientConnectionOperator operator;
    private final Function<PoolConfig, Transport> transports;

    // Replaced as a whole when the configuration changes.
    private volatile Transport transport;

    Dialer(
            CachingDnsResolver dnsResolver,
            Addresses addresses,
            Function<PoolConfig, Transport> transports,
            PoolConfig config) {
        this.dnsResolver = dnsResolver;
        this.addresses = addresses;
        this.transports = transports;
        this.transport = transports.apply(config);
        this.operator = operator(Dialer::newSocket, () -> BoundedHandshake.of(transport, null));
    }

    private static HttpClientConnectionOperator operator(
            DetachedSocketFactory sockets, Supplier<BoundedHandshake> handshake) {
        return new DefaultHttpClientConnectionOperator(
                sockets, PORTS, new NoLookup(), scheme -> URIScheme.HTTPS.same(scheme) ? handshake.get() : null);
    }

    /** Uses another configuration for the next connections. */
    void reconfigure(PoolConfig next) {
        transport = transports.apply(next);
    }

    /** Returns how sockets are made and secured at present. */
    Transport transport() {
        return transport;
    }

    HttpClientConnectionOperator operator() {
        return operator;
    }

    /**
     * Returns the operator that connects and secures sockets, with keys and trust of a route; null for those of the pool.
     */
    HttpClientConnectionOperator operator(@Nullable SSLContext own, Transport transport) {
        return own == null ? operator : operator(Dialer::newSocket, () -> BoundedHandshake.of(transport, own));
    }

    /** Returns the TLS for a connected socket, with keys and trust of a route; null for those of the pool. */
    HttpClientConnectionOperator operator(Socket connected, @Nullable SSLContext own, Transport transport) {
        return operator(anyProxy -> connected, () -> BoundedHandshake.of(transport, own));
    }

    /**
     * Returns the addresses of a host in the order in which to try them. Closing their connection ends the wait for them.
     */
    List<InetSocketAddress> addresses(HttpHost host, BlockingConnection connection) throws IOException {
        LookupWait wait = new LookupWait();
        connection.onClose(wait::end);
        DialTimeline timeline = connection.timeline();
        timeline.looksUp();
        List<InetSocketAddress> answer;
        try {
            answer = dnsResolver.resolve(host.getHostName(), PORTS.resolve(host.getSchemeName(), host), wait);
        } finally {
            timeline.lookedUp();
            wait.outcome().ifPresent(timeline::lookedUp);
        }
        return addresses.begin(connection, answer, System.nanoTime());
    }

    /** Adds TLS to a connection that leads through a tunnel. */
    void upgrade(BlockingConnection connection, HttpRoute route, Transport transport, HttpContext context)
            throws IOException {
        Plaintext.refuseBeforeTls(connection, route);
        connection.setSocketTimeout(transport.tls().getHandshakeTimeout());
        operator(connection.sslContext(), transport)
                .upgrade(connection, route.getTargetHost(), route.getTargetName(), transport.tls(), context);
    }

    // Sockets that belong to a channel can be checked without waiting, and read without a poll. The JDK has none for a
    // SOCKS proxy.
    private static Socket newSocket(@Nullable Proxy socksProxy) throws IOException {
        return socksProxy == null ? ChannelSocket.open(Alarms.shared()) : new Socket(socksProxy);
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
}
