package dev.weir.internal.manager;

import dev.weir.config.PlainText;
import dev.weir.config.PoolConfig;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.LookupWait;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialStep;
import dev.weir.internal.pool.DialTimeline;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ConnectTimeoutException;
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
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Establishes connections: looks the name up and connects to one of its addresses, with TLS, all within one time limit.
 *
 * <p>HttpClient's operator handles one address. It limits only each read of a TLS handshake, so this class ends whatever is
 * under way when the time is over. Thread-safe.
 */
final class Dialer {

    private static final SchemePortResolver PORTS = DefaultSchemePortResolver.INSTANCE;
    private static final long NO_LIMIT_NANOS = Long.MAX_VALUE / 2;

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

    Addresses addresses() {
        return addresses;
    }

    /**
     * Returns the addresses of a host in the order in which to try them. Closing their connection ends the wait for them.
     */
    List<InetSocketAddress> addresses(HttpHost host, BlockingConnection connection) throws IOException {
        LookupWait wait = new LookupWait();
        connection.onClose(wait::end);
        DialTimeline timeline = connection.timeline();
        long startNanos = System.nanoTime();
        timeline.enter(DialStep.LOOKUP, startNanos);
        List<InetSocketAddress> answer;
        try {
            answer = dnsResolver.resolve(host.getHostName(), PORTS.resolve(host.getSchemeName(), host), wait);
        } finally {
            timeline.lookedUp(System.nanoTime() - startNanos);
            wait.outcome().ifPresent(timeline::lookedUp);
        }
        return addresses.begin(connection, answer, System.nanoTime());
    }

    /** Establishes a connection within a time limit; zero for none. */
    void dial(BlockingConnection connection, HttpRoute route, Timeout limit, Transport transport, HttpContext context)
            throws IOException {
        if (!TimeValue.isPositive(limit)) {
            new Dial(this, connection, route, transport, context, NO_LIMIT_NANOS).run();
            return;
        }
        Dial dial = new Dial(this, connection, route, transport, context, limit.toNanoseconds());
        within(limit, connection, route, dial::run);
    }

    /** Adds TLS to a connection that leads through a tunnel. */
    void upgrade(BlockingConnection connection, HttpRoute route, Transport transport, HttpContext context)
            throws IOException {
        Plaintext.refuseBeforeTls(connection, route);
        connection.setSocketTimeout(transport.tls().getHandshakeTimeout());
        operator(connection.sslContext(), transport)
                .upgrade(connection, route.getTargetHost(), route.getTargetName(), transport.tls(), context);
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void within(Timeout limit, BlockingConnection connection, HttpRoute route, Work work)
            throws IOException {
        Cut cut = new Cut(connection, System.nanoTime() + Math.min(NO_LIMIT_NANOS, limit.toNanoseconds()));
        Alarms.shared().set(cut);
        try {
            work.run();
        } catch (IOException | RuntimeException e) {
            if (!cut.comesTooLate()) {
                throw timeout(limit, route, e);
            }
            throw e;
        } finally {
            Alarms.shared().off(cut);
        }
        if (!cut.comesTooLate()) {
            throw timeout(limit, route, null);
        }
    }

    static ConnectTimeoutException timeout(Timeout limit, HttpRoute route, @Nullable Exception cause) {
        ConnectTimeoutException timeout = new ConnectTimeoutException(
                "Connect to " + PlainText.of(route.getTargetHost().toURI()) + " timed out after "
                        + limit.toMilliseconds() + " ms (timeouts.connect)");
        if (cause != null) {
            timeout.initCause(cause);
        }
        return timeout;
    }

    /** Ends a dial, whatever it is doing, unless it is over. */
    private static final class Cut extends Alarm {
        private final BlockingConnection connection;
        private final AtomicBoolean decided = new AtomicBoolean();

        Cut(BlockingConnection connection, long atNanos) {
            super(atNanos);
            this.connection = connection;
        }

        @Override
        protected void ring() {
            if (decided.compareAndSet(false, true)) {
                connection.close(CloseMode.IMMEDIATE);
            }
        }

        /** Decides for the dial, if nothing is decided yet: a connection that was handed out is never cut. */
        boolean comesTooLate() {
            return decided.compareAndSet(false, true);
        }
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
