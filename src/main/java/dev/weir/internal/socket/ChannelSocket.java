package dev.weir.internal.socket;

import dev.weir.internal.deadline.Alarms;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a channel, whose reads neither poll nor switch its blocking mode, as the JDK's own timed reads do. A read
 * that waits for longer than {@code SO_TIMEOUT} fails with a {@link java.net.SocketTimeoutException} and ends the input of
 * this socket: no later read succeeds. Thread-safe like any socket: one thread reads, any may close.
 */
public final class ChannelSocket extends DelegatingSocket {

    private final SocketChannel channel;
    private final Alarms alarms;

    // Null until it is connected; written by the thread that dials.
    private volatile @Nullable ChannelInput input;
    // For the thread that dials: the next call of connect has nothing to do.
    private boolean isConnectedAhead;
    /** Set by the holder of the connection; the next holder sees it. */
    volatile int timeoutMillis;

    private ChannelSocket(SocketChannel channel, Alarms alarms) throws SocketException {
        super(channel.socket());
        this.channel = channel;
        this.alarms = alarms;
    }

    /**
     * Opens an unconnected socket.
     *
     * @param alarms end its reads
     * @return the socket
     * @throws IOException if the system has none
     */
    public static ChannelSocket open(Alarms alarms) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            return new ChannelSocket(channel, alarms);
        } catch (Throwable e) { // there is no memory for it
            channel.close();
            throw e;
        }
    }

    /**
     * Begins to connect, and registers with a selector for the end.
     *
     * @param address the address
     * @param selector the selector
     * @return whether it is already connected
     * @throws IOException if that is impossible
     */
    public boolean beginConnect(SocketAddress address, Selector selector) throws IOException {
        channel.configureBlocking(false);
        if (beginConnect(address)) {
            return true;
        }
        channel.register(selector, SelectionKey.OP_CONNECT);
        return false;
    }

    // An address that the JVM cannot connect to has failed, as one that refuses: there may be others.
    private boolean beginConnect(SocketAddress address) throws IOException {
        try {
            return channel.connect(address);
        } catch (UnsupportedAddressTypeException e) {
            SocketException failure = new SocketException("Cannot connect to " + address
                    + ": this JVM has no IPv6, because java.net.preferIPv4Stack is true or the system has none");
            failure.initCause(e);
            throw failure;
        }
    }

    /**
     * Tells whether it is connected by now.
     *
     * @return false if that is still under way
     * @throws IOException if it failed
     */
    public boolean endConnect() throws IOException {
        return channel.finishConnect();
    }

    /**
     * Removes it from a selector once connected. The next {@code connect} does nothing.
     *
     * @param selector the selector
     * @throws IOException if it was closed meanwhile
     */
    public void connectedAhead(Selector selector) throws IOException {
        SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        selector.selectNow();
        channel.configureBlocking(true);
        isConnectedAhead = true;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        if (isConnectedAhead) {
            isConnectedAhead = false;
        } else {
            super.connect(endpoint, timeout);
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        ChannelInput open = input;
        if (open == null) {
            open = new ChannelInput(this, new Silence(channel), alarms);
            input = open;
        }
        return open;
    }

    /** Lets it read more than requested, for callers that request little at a time. What it has is available. */
    public void readAhead() throws IOException {
        input().readAhead();
    }

    /**
     * Tells whether {@link #lookAhead()} can keep what it reads.
     *
     * @return whether it reads ahead
     */
    public boolean readsAhead() {
        ChannelInput open = input;
        return open != null && open.readsAhead();
    }

    /**
     * Reads what has arrived, without waiting, and keeps it for the next read. Only for a socket that
     * {@linkplain #readAhead() reads ahead}, and for the thread that may read.
     *
     * @return how many bytes there are, or -1 if the peer has closed its side
     * @throws IOException if the connection broke
     */
    public int lookAhead() throws IOException {
        ChannelInput open = input();
        channel.configureBlocking(false);
        try {
            return open.lookAhead(channel);
        } finally {
            channel.configureBlocking(true);
        }
    }

    /**
     * Sets whether it stays usable after a read that timed out. Such a read polls.
     *
     * @param does whether it does
     * @throws IOException if it is not connected
     */
    public void survivesTimeouts(boolean does) throws IOException {
        input().survivesTimeouts(does);
    }

    private ChannelInput input() throws IOException {
        return (ChannelInput) getInputStream();
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a single number
    public void setSoTimeout(int millis) throws SocketException {
        if (delegate.isClosed()) {
            throw new SocketException("Socket is closed");
        }
        if (millis < 0) {
            throw new IllegalArgumentException("timeout can't be negative");
        }
        timeoutMillis = millis;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // a single number
    public int getSoTimeout() throws SocketException {
        if (delegate.isClosed()) {
            throw new SocketException("Socket is closed");
        }
        return timeoutMillis;
    }
}
