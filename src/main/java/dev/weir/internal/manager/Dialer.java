package dev.weir.internal.manager;

import dev.weir.config.PoolConfig;
import dev.weir.event.CloseCause;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.LookupWait;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialTimeline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Function;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Establishes connections: looks the name up and connects to one of its addresses, with TLS, all within one time limit.
 * Thread-safe.
 */
final class Dialer {

    private final CachingDnsResolver dnsResolver;
    private final Addresses addresses;
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
    }

    /** Uses another configuration for the next connections. */
    void reconfigure(PoolConfig next) {
        transport = transports.apply(next);
    }

    /** Returns how sockets are made and secured at present. */
    Transport transport() {
        return transport;
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
            answer = dnsResolver.resolve(host.getHostName(), Transport.PORTS.resolve(host.getSchemeName(), host), wait);
        } finally {
            timeline.lookedUp();
            wait.outcome().ifPresent(timeline::lookedUp);
        }
        return addresses.begin(connection, answer, System.nanoTime());
    }

    /** Adds TLS to a connection, that of a tunnel as a rule. */
    void upgrade(BlockingConnection connection, HttpRoute route, Transport transport, HttpContext context)
            throws IOException {
        refusePlaintext(connection);
        connection.setSocketTimeout(transport.tls().getHandshakeTimeout());
        transport
                .operator(null, connection.sslContext())
                .upgrade(connection, route.getTargetHost(), route.getTargetName(), transport.tls(), context);
    }

    /** Refuses a connection on which the peer has sent something before TLS begins, and closes it. */
    static void refusePlaintext(BlockingConnection connection) throws ClientProtocolException {
        // A socket that this side has closed looks like one with data.
        if (connection.hasUnsolicited() && !connection.isClosed()) {
            connection.end(CloseCause.UNSOLICITED_BYTES);
            HttpRoute route = connection.httpRoute();
            HttpHost proxy = route.getProxyHost();
            throw Transport.plaintext(
                    proxy == null ? "The server" : "Proxy " + proxy.toURI(),
                    route.getTargetHost().toURI() + "; they could be taken for the response");
        }
    }
}
