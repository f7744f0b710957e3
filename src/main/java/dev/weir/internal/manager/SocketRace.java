package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.race.AddressRace;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.hc.core5.http.io.SocketConfig;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first of several addresses that accepts a connection. One thread waits for all sockets, so another address
 * costs a socket, but no thread. For the thread that dials, except for {@link #stop}.
 */
final class SocketRace implements AutoCloseable {

    /** An address that accepted a connection, and its socket. */
    record Winner(InetSocketAddress address, AddressTries.Try known, ChannelSocket socket) {

        void close() {
            closeQuietly(socket);
        }
    }

    /** How to make its sockets: their options, and the local address. */
    record Sockets(SocketConfig options, @Nullable InetSocketAddress local) {

        // HttpClient sets all options of the socket that it gets, so these no longer matter then.
        private void prepare(Socket socket) throws IOException {
            if (options.getRcvBufSize() > 0) {
                socket.setReceiveBufferSize(options.getRcvBufSize());
            }
            if (options.getSndBufSize() > 0) {
                socket.setSendBufferSize(options.getSndBufSize());
            }
            socket.setReuseAddress(options.isSoReuseAddress());
            if (local != null) {
                socket.bind(local);
            }
        }
    }

    private final PooledConnection connection;
    private final AddressRace<InetSocketAddress> race;
    private final AddressTries tries;
    private final ExtraPlaces places;
    private final Sockets sockets;
    private final BiFunction<IOException, InetSocketAddress, IOException> explanation;
    private final Selector selector;
    // The oldest one first.
    private final Map<InetSocketAddress, ChannelSocket> underWay = new LinkedHashMap<>();
    private @Nullable IOException failure;

    /**
     * Prepares a race.
     *
     * @param addresses the addresses of the pool
     * @param connection the connection being dialed
     * @param race decides when to try which address
     * @param sockets how to make sockets
     * @param explanation adds the host and the address to the failure of an address
     * @throws IOException if the system has no selector
     */
    SocketRace(
            Addresses addresses,
            PooledConnection connection,
            AddressRace<InetSocketAddress> race,
            Sockets sockets,
            BiFunction<IOException, InetSocketAddress, IOException> explanation)
            throws IOException {
        this.connection = connection;
        this.race = race;
        this.tries = new AddressTries(addresses, connection);
        this.places = new ExtraPlaces(addresses, connection);
        this.sockets = sockets;
        this.explanation = explanation;
        this.selector = Selector.open();
    }

    /** Makes it check whether its connection was closed. For any thread, at any time. */
    void stop() {
        selector.wakeup();
    }

    /** Waits for the next connected socket, and closes the others. */
    Winner next() throws IOException {
        while (isOpen()) {
            InetSocketAddress connected = beginDue();
            if (connected == null) {
                connected = await();
            }
            if (connected != null) {
                return won(connected);
            }
        }
        throw failure != null ? failure : new SocketTimeoutException("Connect timed out");
    }

    // Addresses that do not get a turn in time have no failure.
    private boolean isOpen() {
        return !race.isLost() && !(underWay.isEmpty() && race.isOver(System.nanoTime()));
    }

    private @Nullable InetSocketAddress beginDue() {
        InetSocketAddress connected = null;
        while (connected == null && race.isDue(System.nanoTime())) {
            if (!places.cover(underWay.size())) {
                makeRoom(System.nanoTime());
            }
            connected = begin(System.nanoTime());
        }
        return connected;
    }

    private void makeRoom(long nowNanos) {
        InetSocketAddress oldest = race.makeRoom();
        close(oldest);
        AddressTries.Try ended = tries.end(oldest);
        if (ended != null) {
            tries.madeRoom(ended, nowNanos);
        }
    }

    private @Nullable InetSocketAddress begin(long nowNanos) {
        InetSocketAddress address = race.begin(nowNanos);
        tries.begun(address, nowNanos);
        try {
            ChannelSocket socket = ChannelSocket.open(Alarms.shared());
            underWay.put(address, socket);
            sockets.prepare(socket);
            return socket.beginConnect(address, selector) ? address : null;
        } catch (IOException e) {
            failed(address, e);
            return null;
        }
    }

    private @Nullable InetSocketAddress await() throws IOException {
        long nowNanos = System.nanoTime();
        if (isOpen() && !race.isDue(nowNanos)) {
            select(race.waitNanos(nowNanos));
        }
        refuseIfEnded();
        for (Map.Entry<InetSocketAddress, ChannelSocket> each : List.copyOf(underWay.entrySet())) {
            if (endConnect(each.getKey(), each.getValue())) {
                return each.getKey();
            }
        }
        if (race.isOver(System.nanoTime())) {
            timeOut();
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
        for (AddressTries.Try each : tries.endAll()) {
            tries.abandoned(each, cause, System.nanoTime());
        }
        return joined(cause);
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

    private void timeOut() {
        for (InetSocketAddress address : List.copyOf(underWay.keySet())) {
            failed(address, new SocketTimeoutException("Connect timed out"));
        }
    }

    private void failed(InetSocketAddress address, IOException cause) {
        long nowNanos = System.nanoTime();
        IOException explained = explanation.apply(cause, address);
        race.failed(address, nowNanos);
        close(address);
        failure = joined(explained);
        AddressTries.Try ended = tries.end(address);
        if (ended != null) {
            tries.failed(ended, explained, nowNanos);
        }
    }

    private IOException joined(IOException next) {
        if (failure != null) {
            next.addSuppressed(failure);
        }
        return next;
    }

    private Winner won(InetSocketAddress winner) throws IOException {
        AddressTries.Try won = Objects.requireNonNull(tries.end(winner));
        ChannelSocket socket = Objects.requireNonNull(underWay.get(winner));
        tries.won(won, tries.endAll(), race.overtakenBy(winner), System.nanoTime());
        for (InetSocketAddress address : List.copyOf(underWay.keySet())) {
            if (!address.equals(winner)) {
                close(address);
            }
        }
        socket.connectedAhead(selector);
        Winner result = new Winner(winner, won, socket);
        underWay.remove(winner); // last: until then, it is closed with the others
        return result;
    }

    /**
     * Notes that the connection to a winner failed, so the others have another turn.
     *
     * @return the failure, with those of the others
     */
    IOException lost(Winner winner, IOException cause) {
        race.failed(winner.address(), System.nanoTime());
        race.restart();
        failure = joined(cause);
        return failure;
    }

    private void close(InetSocketAddress address) {
        closeQuietly(underWay.remove(address));
        places.shrinkTo(underWay.size() - 1); // the dial has one of its own
    }

    private void closeAll() {
        underWay.values().forEach(SocketRace::closeQuietly);
        underWay.clear();
        places.shrinkTo(0);
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
