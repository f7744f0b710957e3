package dev.weir.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * An address whose queue of unaccepted connections is full, so that a dial gets no response at all until its timeout.
 * Needs a kernel that drops connection requests in this case, as Linux does.
 */
public final class BlackHole implements AutoCloseable {

    private static final int MOST_FILLERS = 64;
    private static final int DIAL_MILLIS = 150; // on loopback a response takes microseconds

    private final ServerSocket listener;
    private final List<Socket> fillers = new ArrayList<>();

    private BlackHole(InetAddress address, int port) {
        this.listener = AcceptLoop.bind(address, port, 1);
    }

    /** Opens a black hole on 127.0.0.1. */
    public static BlackHole open() {
        return open(LoopbackNames.ADDRESS);
    }

    /** Opens a black hole on a loopback address; fails with an {@code IllegalStateException} if it cannot be filled. */
    public static BlackHole open(InetAddress address) {
        return open(address, 0);
    }

    /** Opens one on a port. */
    public static BlackHole open(InetAddress address, int port) {
        BlackHole hole = new BlackHole(address, port);
        if (!hole.fill()) {
            hole.close();
            throw new IllegalStateException("this kernel does not drop connections when the queue is full");
        }
        return hole;
    }

    /** Returns the port listened on. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the address listened on. */
    public InetAddress address() {
        return listener.getInetAddress();
    }

    /** Frees the port and the connections that filled the queue. */
    @Override
    public void close() {
        fillers.forEach(AcceptLoop::closeQuietly);
        AcceptLoop.closeQuietly(listener);
    }

    private boolean fill() {
        while (fillers.size() < MOST_FILLERS) {
            if (!dial()) {
                return true;
            }
        }
        return false;
    }

    /** False without a response. */
    private boolean dial() {
        Socket filler = new Socket();
        fillers.add(filler);
        try {
            filler.connect(new InetSocketAddress(address(), port()), DIAL_MILLIS);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
