package dev.weir.internal.manager;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.Closer;

/**
 * The sockets of a race that one thread runs: it waits for all of them, so another address costs a socket, but no thread. For
 * the thread that dials, except for {@link #stop}.
 */
final class SocketRace implements AutoCloseable {

    /** An address that is tried, and its socket. */
    record Contender(AddressRace.Try of, ChannelSocket socket) {

        InetSocketAddress address() {
            return (InetSocketAddress) of.address;
        }

        void close() {
            Closer.closeQuietly(socket);
        }
    }

    private final PooledConnection connection;
    private final AddressRace race;
    private final Dial dial;
    private final Selector selector;
    private final List<Contender> underWay = new ArrayList<>();

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

    /** Waits for the next connected socket; the others are closed. */
    Contender next() throws IOException {
        while (true) {
            beginDue();
            refuseIfEnded();
            for (Contender each : List.copyOf(underWay)) {
                if (isConnected(each)) {
                    return won(each);
                }
            }
            long nowNanos = System.nanoTime();
            boolean isTimeOver = race.leftNanos(nowNanos) <= 0;
            if (isTimeOver) {
                List.copyOf(underWay).forEach(each -> failed(each, new SocketTimeoutException("Connect timed out")));
            }
            if (race.isLost() || isTimeOver) {
                throw race.lost();
            }
            select(Math.min(race.nextNanos(nowNanos), race.leftNanos(nowNanos)));
        }
    }

    private void beginDue() throws IOException {
        for (AddressRace.Try due = race.begin(System.nanoTime()); due != null; due = race.begin(System.nanoTime())) {
            Contender begun = new Contender(due, ChannelSocket.open(Alarms.shared()));
            underWay.add(begun);
            due.cancelBy(begun::close);
            try {
                dial.prepare(begun.socket());
                begun.socket().beginConnect(begun.address(), selector);
            } catch (IOException e) {
                failed(begun, e);
            }
        }
    }

    // Notes the failure of one that cannot be connected.
    private boolean isConnected(Contender which) {
        try {
            return which.socket().endConnect();
        } catch (IOException e) {
            failed(which, e);
            return false;
        }
    }

    private void select(long nanos) throws IOException {
        if (nanos > 0) {
            selector.select(TimeUnit.NANOSECONDS.toMillis(nanos) + 1); // zero would mean no limit
        }
        selector.selectedKeys().clear();
    }

    private void refuseIfEnded() throws IOException {
        boolean isClosed = connection.isClosed();
        if (isClosed || Thread.currentThread().isInterrupted()) {
            IOException cause = new InterruptedIOException(
                    isClosed
                            ? "Connection was closed while it was being established"
                            : "Interrupted while a connection was being established");
            race.abandon(cause, System.nanoTime());
            throw cause;
        }
    }

    private void failed(Contender which, IOException cause) {
        underWay.remove(which);
        which.close();
        which.of().failed(dial.explained(cause, which.address()), System.nanoTime());
    }

    private Contender won(Contender winner) throws IOException {
        winner.of().won(System.nanoTime());
        winner.socket().connectedAhead(selector);
        underWay.retainAll(List.of(winner));
        return winner;
    }

    /** Closes the connected socket, which turned out to be unusable; perhaps the connection does not know it yet. */
    void drop(Contender winner) {
        underWay.remove(winner);
        winner.close();
    }

    /** Leaves the connected socket open, because its connection has it. */
    void keep() {
        underWay.clear();
    }

    @Override
    public void close() throws IOException {
        underWay.forEach(Contender::close);
        selector.close(); // only now does the system close the sockets of the selector
    }
}
