package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialTimeline;
import dev.weir.internal.pool.FirstHop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ConnectExceptionSupport;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Establishes a connection for its route, and lets it time out if no exchange does.
 *
 * <p>A name with several addresses is tried by a race; one address, and those for a SOCKS proxy, one after the other, with a
 * share of the time each. The limit also ends an attempt whose single steps each keep the socket's timeout.
 */
final class Dial extends Alarm {

    private final PoolManager manager;
    private final BlockingConnection connection;
    private final HttpRoute route;
    private final Transport transport;
    private final HttpHost firstHop;
    private final SocketConfig socket;
    private final AtomicBoolean decided = new AtomicBoolean();

    /** Creates it; the time to connect begins. */
    Dial(PoolManager manager, BlockingConnection connection) {
        super(System.nanoTime(), limit(connection.route.policy().connect));
        this.manager = manager;
        this.connection = connection;
        this.route = connection.route.route;
        this.transport = manager.transport();
        this.firstHop = FirstHop.host(route);
        this.socket = transport.socketOn(route);
    }

    private static long limit(Timeout connect) {
        return connect.isEnabled() ? connect.toNanoseconds() : Long.MAX_VALUE;
    }

    void connect() throws IOException {
        Alarms.shared().set(this);
        try {
            run();
        } catch (IOException | RuntimeException e) {
            if (!endsInTime()) {
                throw ConnectTimeouts.of(connection.route, connection.route.policy().connect, e);
            }
            throw e;
        } finally {
            Alarms.shared().off(this);
        }
        if (!endsInTime()) {
            throw ConnectTimeouts.of(connection.route, connection.route.policy().connect, null);
        }
        transport.linger(connection.own().getSocket());
    }

    /** Prepares a socket that is connected ahead. HttpClient sets all options later, when these no longer matter. */
    void prepare(Socket unconnected) throws IOException {
        if (socket.getRcvBufSize() > 0) {
            unconnected.setReceiveBufferSize(socket.getRcvBufSize());
        }
        if (socket.getSndBufSize() > 0) {
            unconnected.setSendBufferSize(socket.getSndBufSize());
        }
        unconnected.setReuseAddress(socket.isSoReuseAddress());
        if (local() != null) {
            unconnected.bind(local());
        }
    }

    /** Adds the host and the address to the failure of an address, as HttpClient says it. */
    IOException explained(IOException failure, InetSocketAddress address) {
        return ConnectExceptionSupport.enhance(failure, firstHop, address.getAddress());
    }

    private @Nullable InetSocketAddress local() {
        return route.getLocalSocketAddress();
    }

    @Override
    protected void ring() {
        if (endsInTime()) {
            connection.close(CloseMode.IMMEDIATE);
        }
    }

    // Whichever comes first: its end, or that of its time.
    private boolean endsInTime() {
        return decided.compareAndSet(false, true);
    }

    private long leftNanos() {
        return atNanos() - System.nanoTime();
    }

    private void run() throws IOException {
        InetSocketAddress name = FirstHop.name(route);
        if (name == null) {
            connect(firstHop, leftNanos());
            return;
        }
        List<InetSocketAddress> addresses = manager.addresses(name, connection);
        boolean isBySocks = socket.getSocksProxyAddress() != null;
        for (InetSocketAddress address : addresses) {
            if (address.isUnresolved() && !isBySocks) {
                throw new UnknownHostException(
                        PlainText.of(firstHop.getHostName()) + ": the resolver returned no address");
            }
        }
        AddressRace race = new AddressRace(connection, addresses, atNanos());
        // The sockets of a SOCKS proxy are the JDK's, which connect one at a time.
        if (addresses.size() > 1 && !isBySocks) {
            run(race);
        } else {
            tryEach(race);
        }
    }

    private void run(AddressRace race) throws IOException {
        try (SocketRace sockets = new SocketRace(connection, race, this)) {
            connection.onClose(sockets::stop);
            boolean isConnected = false;
            while (!isConnected) {
                isConnected = connect(sockets, race);
            }
        } finally {
            connection.onClose(() -> {});
        }
    }

    private boolean connect(SocketRace sockets, AddressRace race) throws IOException {
        SocketRace.Contender winner = sockets.next();
        try {
            connect(winner.socket(), at(winner.address()), null, leftNanos());
            sockets.keep();
            return true;
        } catch (IOException e) {
            sockets.drop(winner);
            race.restart(winner.of(), e, System.nanoTime());
            throwIfOver(e);
            return false;
        }
    }

    private void throwIfOver(IOException failure) throws IOException {
        if (connection.isClosed() || leftNanos() <= 0) {
            throw failure;
        }
    }

    private void tryEach(AddressRace race) throws IOException {
        DialTimeline timeline = connection.timeline();
        for (AddressRace.Try due = race.begin(System.nanoTime()); due != null; due = race.begin(System.nanoTime())) {
            try {
                connect(at((InetSocketAddress) due.address), race.shareNanos(System.nanoTime()));
                due.won(timeline.connectedNanos());
                return;
            } catch (IOException e) {
                if (timeline.isConnected()) {
                    due.won(timeline.connectedNanos());
                    race.restart(due, e, System.nanoTime());
                } else if (connection.isClosed()) {
                    race.abandon(e, System.nanoTime());
                } else {
                    due.failed(e, System.nanoTime());
                }
                throwIfOver(e);
            }
        }
        throw race.lost();
    }

    private HttpHost at(InetSocketAddress address) {
        return address.isUnresolved()
                ? firstHop
                : new HttpHost(
                        firstHop.getSchemeName(), address.getAddress(), firstHop.getHostName(), address.getPort());
    }

    private void connect(HttpHost host, long nanos) throws IOException {
        connect(null, host, local(), nanos);
    }

    private void connect(@Nullable Socket connected, HttpHost host, @Nullable InetSocketAddress from, long nanos)
            throws IOException {
        SSLContext own = route.getProxyHost() == null ? connection.route.policy().sslContext : null;
        transport
                .operator(connected, own, connection.route)
                .connect(
                        connection.own(),
                        host,
                        route.getTargetName(),
                        route.getUnixDomainSocket(),
                        from,
                        // Zero would mean no limit at all.
                        Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos))),
                        socket,
                        route.isTunnelled() ? null : transport.tls(),
                        HttpClientContext.create());
    }
}
