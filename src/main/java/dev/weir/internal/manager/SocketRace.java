package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of a race that one thread runs: it waits for all of them, so another address costs a socket, but no thread. For
 * the thread that dials, except for {@link #stop}.
 */
final class SocketRace implements AutoCloseable {

    /** An address that accepted a connection, and its socket. */
    record Winner(InetSocketAddress address, ChannelSocket socket) {

        void close() {
            closeQuietly(socket);
        }
    }

    private final PooledConnection connection;
    private final AddressRace race;
    private final Dial dial;
    private final Selector selector;
    private final Map<InetSocketAddress, ChannelSocket> underWay = new HashMap<>();

    /**
     * Prepares a race.
     *
     * @param connection the connection being dialed
     * @param race decides when to try which address
     * @param dial how to prepare sockets, and to explain the failure of an address
     * @throws IOException if the system has no selector
     */
    SocketRace(PooledConnection connection, AddressRace race, Dial dial) throws IOException {
        this.connection = connection;
        this.race = race;
        this.dial = dial;
        this.selector = Selector.open();
    }

    /** Makes it check whether its connection was closed. For any thread, at any time. */
    void stop() {
        selector.wakeup();
    }

    /** Waits for the next connected socket, and closes the others. */
    Winner next() throws IOException {
        while (!race.isLost() && !(underWay.isEmpty() && isTimeOver())) {
            InetSocketAddress connected = beginDue();
            if (connected == null) {
                connected = await();
            }
            if (connected != null) {
                return won(connected);
            }
        }
        throw race.lost();
    }

    private boolean isTimeOver() {
        return race.leftNanos(System.nanoTime()) <= 0;
    }

    private @Nullable InetSocketAddress beginDue() {
        InetSocketAddress next = (InetSocketAddress) race.begin(System.nanoTime());
        while (next != null) {
            if (isConnected(next)) {
                return next;
            }
            next = (InetSocketAddress) race.begin(System.nanoTime());
        }
        return null;
    }

    private boolean isConnected(InetSocketAddress address) {
        try {
            ChannelSocket socket = ChannelSocket.open(Alarms.shared());
            underWay.put(address, socket);
            dial.prepare(socket);
            return socket.beginConnect(address, selector);
        } catch (IOException e) {
            failed(address, e);
            return false;
        }
    }

    private @Nullable InetSocketAddress await() throws IOException {
        if (!underWay.isEmpty()) {
            long nowNanos = System.nanoTime();
            select(Math.min(race.nextNanos(nowNanos), race.leftNanos(nowNanos)));
        }
        refuseIfEnded();
        for (Map.Entry<InetSocketAddress, ChannelSocket> each : List.copyOf(underWay.entrySet())) {
            if (endConnect(each.getKey(), each.getValue())) {
                return each.getKey();
            }
        }
        if (isTimeOver()) {
            for (InetSocketAddress address : List.copyOf(underWay.keySet())) {
                failed(address, new SocketTimeoutException("Connect timed out"));
            }
        }
        return null;
    }

    private void select(long nanos) throws IOException {
        if (nanos > 0) {
            selector.select(TimeUnit.NANOSECONDS.toMillis(nanos) + 1); // zero would mean no limit
        } else {
            selector.selectNow();
        }
        selector.selectedKeys().clear();
    }

    private void refuseIfEnded() throws IOException {
        if (connection.isClosed()) {
            throw abandoned("Connection was closed while it was being established");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw abandoned("Interrupted while a connection was being established");
        }
    }

    private IOException abandoned(String why) {
        IOException cause = new InterruptedIOException(why);
        race.abandon(cause, System.nanoTime());
        return cause;
    }

    // Notes the failure of one that cannot be connected.
    private boolean endConnect(InetSocketAddress address, ChannelSocket socket) {
        try {
            return socket.endConnect();
        } catch (IOException e) {
            failed(address, e);
            return false;
        }
    }

    private void failed(InetSocketAddress address, IOException cause) {
        closeQuietly(underWay.remove(address));
        race.failed(address, dial.explained(cause, address), System.nanoTime());
    }

    private Winner won(InetSocketAddress address) throws IOException {
        ChannelSocket socket = Objects.requireNonNull(underWay.get(address));
        race.won(address, System.nanoTime());
        socket.connectedAhead(selector);
        underWay.remove(address); // last: until then, it is closed with the others
        closeAll();
        return new Winner(address, socket);
    }

    private void closeAll() {
        underWay.values().forEach(SocketRace::closeQuietly);
        underWay.clear();
    }

    private static void closeQuietly(@Nullable ChannelSocket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // It is closed as far as possible.
        }
    }

    @Override
    public void close() throws IOException {
        closeAll();
        selector.close(); // only now does the system close the sockets of the selector
    }
}
