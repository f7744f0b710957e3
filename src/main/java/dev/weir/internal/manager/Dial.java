package dev.weir.internal.manager;

import dev.weir.config.PlainText;
import dev.weir.internal.pool.DialStep;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.ports.PortFailures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** One connection being established, by one thread: the addresses of the first hop in turn. */
final class Dial {

    private final Dialer dialer;
    private final PooledConnection connection;
    private final HttpRoute route;
    private final Transport transport;
    private final HttpContext context;
    private final HttpHost firstHop;
    private final SocketConfig socket;
    private final long endNanos;

    Dial(
            Dialer dialer,
            PooledConnection connection,
            HttpRoute route,
            Transport transport,
            HttpContext context,
            long limitNanos) {
        this.dialer = dialer;
        this.connection = connection;
        this.route = route;
        this.transport = transport;
        this.context = context;
        this.firstHop = route.getProxyHost() != null ? route.getProxyHost() : route.getTargetHost();
        this.socket = transport.socketOn(route);
        this.endNanos = System.nanoTime() + limitNanos;
    }

    void run() throws IOException {
        if (route.getUnixDomainSocket() != null || firstHop.getAddress() != null) {
            connect(firstHop, leftNanos());
        } else {
            tryEach(dialer.addresses(firstHop, connection));
        }
    }

    private void tryEach(List<InetSocketAddress> addresses) throws IOException {
        IOException failure = null;
        for (int i = 0; i < addresses.size(); i++) {
            try {
                connect(addresses.get(i), DialBudget.shareNanos(leftNanos(), addresses.size() - i));
                return;
            } catch (IOException e) {
                failure = joined(e, failure);
                if (connection.isClosed() || leftNanos() <= 0) {
                    throw failure;
                }
            }
        }
        throw failure != null
                ? failure
                : new UnknownHostException(PlainText.of(firstHop.getHostName()) + ": no address");
    }

    private void connect(InetSocketAddress address, long nanos) throws IOException {
        if (address.isUnresolved() && socket.getSocksProxyAddress() == null) {
            throw new UnknownHostException(PlainText.of(firstHop.getHostName()) + ": the resolver returned no address");
        }
        long startNanos = System.nanoTime();
        dialer.addresses().trying(connection, address);
        connection.dials(address);
        try {
            connect(at(address), nanos);
            dialer.addresses().coolDown().succeeded(address);
        } catch (IOException e) {
            long nowNanos = System.nanoTime();
            // A caller that gives up soon says nothing of the address; one that waited for long does.
            if (!connection.isClosed() || nowNanos - startNanos >= DialBudget.LEAST_NANOS) {
                dialer.addresses().failed(connection, address, nowNanos);
            }
            connection.listedIn(null);
            IOException failure = PortFailures.explained(e, address, local());
            connection.dialFailed(failure);
            throw failure;
        }
    }

    private static IOException joined(IOException failure, @Nullable IOException before) {
        if (before != null) {
            failure.addSuppressed(before);
        }
        return failure;
    }

    /** The host under one of its addresses; unresolved where a SOCKS proxy is to look the name up. */
    private HttpHost at(InetSocketAddress address) {
        return address.isUnresolved()
                ? firstHop
                : new HttpHost(
                        firstHop.getSchemeName(), address.getAddress(), firstHop.getHostName(), address.getPort());
    }

    private void connect(HttpHost host, long nanos) throws IOException {
        connection.dials(DialStep.CONNECT);
        dialer.operator(route.getProxyHost() == null ? connection.sslContext() : null, transport)
                .connect(
                        connection,
                        host,
                        route.getTargetName(),
                        route.getUnixDomainSocket(),
                        local(),
                        atLeastOneMillisecond(nanos),
                        socket,
                        route.isTunnelled() ? null : transport.tls(),
                        context);
    }

    private @Nullable InetSocketAddress local() {
        return route.getLocalSocketAddress() != null ? route.getLocalSocketAddress() : transport.localAddress();
    }

    // Zero would mean no limit at all.
    private static Timeout atLeastOneMillisecond(long nanos) {
        return Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }
}
