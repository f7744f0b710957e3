package dev.weir.internal.manager;

import dev.weir.config.PlainText;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialStep;
import dev.weir.internal.pool.FirstHop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ConnectExceptionSupport;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Establishes one connection, on one thread: to the first address of the first hop that accepts it. */
final class Dial {

    private final Dialer dialer;
    private final BlockingConnection connection;
    private final HttpRoute route;
    private final Transport transport;
    private final HttpContext context;
    private final HttpHost firstHop;
    private final SocketConfig socket;
    private final long endNanos;

    Dial(
            Dialer dialer,
            BlockingConnection connection,
            HttpRoute route,
            Transport transport,
            HttpContext context,
            long limitNanos) {
        this.dialer = dialer;
        this.connection = connection;
        this.route = route;
        this.transport = transport;
        this.context = context;
        this.firstHop = FirstHop.host(route);
        this.socket = transport.socketOn(route);
        this.endNanos = System.nanoTime() + limitNanos;
    }

    void run() throws IOException {
        if (route.getUnixDomainSocket() != null || firstHop.getAddress() != null) {
            connect(firstHop, leftNanos());
        } else {
            List<InetSocketAddress> addresses = dialer.addresses(firstHop, connection);
            if (addresses.size() > 1 && canRace(addresses)) {
                race(addresses);
            } else {
                tryEach(addresses);
            }
        }
    }

    // The sockets of a SOCKS proxy are the JDK's, which connect one at a time.
    private boolean canRace(List<InetSocketAddress> addresses) {
        return socket.getSocksProxyAddress() == null && addresses.stream().noneMatch(InetSocketAddress::isUnresolved);
    }

    private void race(List<InetSocketAddress> addresses) throws IOException {
        connection.timeline().enter(DialStep.CONNECT, System.nanoTime());
        try (SocketRace race = new SocketRace(
                connection,
                new AddressRace(dialer.addresses(), connection, addresses, endNanos),
                new SocketRace.Sockets(socket, local()),
                this::explained)) {
            connection.onClose(race::stop);
            boolean isConnected = false;
            while (!isConnected) {
                isConnected = connect(race);
            }
        } finally {
            connection.onClose(() -> {});
        }
    }

    /** Connects to the next winner; false if it is unusable and others are left. */
    private boolean connect(SocketRace race) throws IOException {
        SocketRace.Winner winner = race.next();
        boolean isConnected = false;
        try {
            connect(dialer.operator(winner.socket(), ownContext(), transport), at(winner.address()), null, leftNanos());
            isConnected = true;
            return true;
        } catch (IOException e) {
            race.lost(e);
            if (connection.isClosed() || leftNanos() <= 0) {
                throw e;
            }
            return false;
        } finally {
            if (!isConnected) {
                winner.close(); // perhaps the connection does not know it yet
            }
        }
    }

    private IOException explained(IOException failure, InetSocketAddress address) {
        return PortFailures.explained(
                ConnectExceptionSupport.enhance(failure, firstHop, address.getAddress()), address, local());
    }

    private void tryEach(List<InetSocketAddress> addresses) throws IOException {
        IOException failure = null;
        for (int i = 0; i < addresses.size(); i++) {
            try {
                connect(addresses.get(i), AddressRace.shareNanos(leftNanos(), addresses.size() - i));
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
        connection.timeline().tries(address, System.nanoTime());
        try {
            connect(at(address), nanos);
        } catch (IOException e) {
            noteFailure(address, startNanos);
            connection.peer().listIn(null);
            IOException failure = PortFailures.explained(e, address, local());
            connection.timeline().tryFailed(failure, System.nanoTime());
            throw failure;
        }
    }

    // A caller that gives up soon says nothing about the address; one that waited for long does.
    private void noteFailure(InetSocketAddress address, long sinceNanos) {
        long nowNanos = System.nanoTime();
        if (!connection.isClosed() || nowNanos - sinceNanos >= AddressRace.LEAST_NANOS) {
            connection.peer().failed(address, nowNanos);
        }
    }

    private static IOException joined(IOException failure, @Nullable IOException before) {
        if (before != null) {
            failure.addSuppressed(before);
        }
        return failure;
    }

    /** The host with one of its addresses; unresolved if a SOCKS proxy looks the name up. */
    private HttpHost at(InetSocketAddress address) {
        return address.isUnresolved()
                ? firstHop
                : new HttpHost(
                        firstHop.getSchemeName(), address.getAddress(), firstHop.getHostName(), address.getPort());
    }

    private void connect(HttpHost host, long nanos) throws IOException {
        connection.timeline().enter(DialStep.CONNECT, System.nanoTime());
        connect(dialer.operator(ownContext(), transport), host, local(), nanos);
    }

    private void connect(
            HttpClientConnectionOperator operator, HttpHost host, @Nullable InetSocketAddress from, long nanos)
            throws IOException {
        operator.connect(
                connection,
                host,
                route.getTargetName(),
                route.getUnixDomainSocket(),
                from,
                atLeastOneMillisecond(nanos),
                socket,
                route.isTunnelled() ? null : transport.tls(),
                context);
    }

    private @Nullable SSLContext ownContext() {
        return route.getProxyHost() == null ? connection.sslContext() : null;
    }

    private @Nullable InetSocketAddress local() {
        return route.getLocalSocketAddress();
    }

    // Zero would mean no limit at all.
    private static Timeout atLeastOneMillisecond(long nanos) {
        return Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private long leftNanos() {
        return endNanos - System.nanoTime();
    }
}
