package dev.weir.internal.socket;

import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a channel, whose reads neither poll nor switch its blocking mode, as the JDK's own timed reads do. A read
 * that waits for longer than {@code SO_TIMEOUT} fails with a {@link java.net.SocketTimeoutException} and ends the input of
 * this socket: no later read succeeds. Thread-safe like any socket: one thread reads, any may close.
 */
public final class ChannelSocket extends Socket {

    private final Wire wire;
    private final SocketChannel channel;
    private final Alarms alarms;

    // Null until it is connected; written by the thread that dials.
    private volatile @Nullable Input input;
    // For the thread that dials: the next call of connect has nothing to do.
    private boolean isConnectedAhead;

    private ChannelSocket(Wire wire, Alarms alarms) throws SocketException {
        super(wire);
        this.wire = wire;
        this.channel = wire.channel;
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
        return new ChannelSocket(new Wire(SocketChannel.open()), alarms);
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
        super.connect(channel.getRemoteAddress(), 0);
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
        return input();
    }

    private Input input() throws IOException {
        Input open = input;
        if (open == null) {
            open = new Input(wire.socket.getInputStream());
            input = open;
        }
        return open;
    }

    /** Lets it read more than requested, for callers that request little at a time. What it has is available. */
    public void readAhead() throws IOException {
        input().ahead = new byte[Input.CAPACITY];
    }

    /**
     * Reads what has arrived, some of it at least, without waiting, and keeps it for the next read. Only for the thread that
     * may read.
     *
     * @return how many bytes there are, or -1 if the peer has closed its side
     * @throws IOException if the connection broke
     */
    public int lookAhead() throws IOException {
        Input open = input();
        if (open.position < open.limit) {
            return open.limit - open.position;
        }
        byte[] known = open.ahead;
        byte[] ahead = known == null ? new byte[Input.LEAST] : known;
        channel.configureBlocking(false);
        try {
            int read = open.keep(channel.read(ByteBuffer.wrap(ahead)));
            if (read > 0) {
                open.ahead = ahead;
            }
            return read;
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
        input().survives = does;
    }

    /**
     * Reads from the channel. A read waits in the kernel, by one system call; if nothing arrives in time, an alarm ends the
     * read and with it the input. For one thread at a time.
     */
    private final class Input extends InputStream {

        /**
         * The size of a common response with its head, in one record; a reader of larger ones requests more than this at
         * once.
         */
        static final int CAPACITY = 4 * 1024;

        /** What a look reads at once of what was not requested: enough to tell what it is. */
        static final int LEAST = 16;

        private final InputStream in;
        // What ends the read under way; null if none is, or it was ended.
        private final AtomicReference<@Nullable Alarm> silence = new AtomicReference<>();
        private volatile boolean hasTimedOut;
        // Set by the holder of the connection; the next holder sees it.
        volatile boolean survives;
        // Written by the thread that dials, used by those that read later: bytes that were read before they were
        // requested. TLS requests the five bytes of a record's header and then its body; reading ahead takes one system
        // call for both.
        volatile byte @Nullable [] ahead;
        int position;
        int limit;

        Input(InputStream in) {
            this.in = in;
        }

        int keep(int read) {
            position = 0;
            limit = Math.max(0, read);
            return read;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            byte[] before = ahead;
            if (before == null || length == 0 || (position == limit && length >= before.length)) {
                return receive(bytes, offset, length);
            }
            if (position == limit) {
                keep(receive(before, 0, before.length));
            }
            int count = Math.min(length, limit - position);
            System.arraycopy(before, position, bytes, offset, count);
            position += count;
            return count == 0 ? -1 : count;
        }

        private int receive(byte[] bytes, int offset, int length) throws IOException {
            int millis = wire.timeoutMillis;
            if (hasTimedOut) {
                throw timeout(null);
            }
            if (millis == 0) {
                return in.read(bytes, offset, length);
            }
            return survives || !watch(millis) ? polled(bytes, offset, length, millis) : watched(bytes, offset, length);
        }

        private int polled(byte[] bytes, int offset, int length, int millis) throws IOException {
            wire.socket.setSoTimeout(millis);
            try {
                return in.read(bytes, offset, length);
            } finally {
                wire.socket.setSoTimeout(0);
            }
        }

        // Without a thread for its alarm, the read polls: the request was sent, so its response is worth that.
        private boolean watch(int millis) {
            Alarm alarm = new Alarm(System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(millis)) {
                @Override
                protected void ring() {
                    if (silence.compareAndSet(this, null)) {
                        endInput();
                    }
                }
            };
            silence.set(alarm);
            try {
                alarms.set(alarm);
                return true;
            } catch (NoThreadException e) {
                silence.set(null);
                return false;
            }
        }

        private void endInput() {
            hasTimedOut = true;
            try {
                channel.shutdownInput(); // the read sees the end of the stream; the owner closes the socket
            } catch (IOException e) {
                // It is closed, and so the read has ended.
            }
        }

        private int watched(byte[] bytes, int offset, int length) throws IOException {
            int read;
            try {
                read = in.read(bytes, offset, length);
            } catch (IOException e) {
                throw unwatch() ? e : timeout(e);
            } catch (Throwable e) {
                unwatch();
                throw e;
            }
            if (!unwatch()) {
                throw timeout(null);
            }
            return read;
        }

        // Returns false if the alarm has ended the read.
        private boolean unwatch() {
            Alarm alarm = silence.getAndSet(null);
            if (alarm != null) {
                alarms.off(alarm);
            }
            return alarm != null;
        }

        // The JDK's message, which programs may recognize.
        private static SocketTimeoutException timeout(@Nullable IOException cause) {
            SocketTimeoutException timeout = new SocketTimeoutException("Read timed out");
            timeout.initCause(cause);
            return timeout;
        }

        @Override
        public int available() throws IOException {
            return position < limit ? limit - position : in.available();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return wire.getOutputStream();
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    @Override
    public boolean isClosed() {
        return super.isClosed() || !channel.isOpen();
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the channel does that
    public void close() throws IOException {
        channel.close();
        super.close();
    }

    /** A channel as the JDK's socket uses it. */
    static final class Wire extends SocketImpl {

        private static final Map<Integer, SocketOption<?>> OPTIONS = Map.of(
                SocketOptions.TCP_NODELAY, StandardSocketOptions.TCP_NODELAY,
                SocketOptions.SO_LINGER, StandardSocketOptions.SO_LINGER,
                SocketOptions.SO_KEEPALIVE, StandardSocketOptions.SO_KEEPALIVE,
                SocketOptions.SO_REUSEADDR, StandardSocketOptions.SO_REUSEADDR,
                SocketOptions.SO_SNDBUF, StandardSocketOptions.SO_SNDBUF,
                SocketOptions.SO_RCVBUF, StandardSocketOptions.SO_RCVBUF,
                SocketOptions.IP_TOS, StandardSocketOptions.IP_TOS);

        final SocketChannel channel;
        final Socket socket;
        /** Set by the holder of the connection; the next holder sees it. */
        volatile int timeoutMillis;

        Wire(SocketChannel channel) {
            this.channel = channel;
            this.socket = channel.socket();
        }

        @Override
        protected void create(boolean isStream) {
            // The channel is there.
        }

        @Override
        protected void connect(String host, int to) throws IOException {
            connect(new InetSocketAddress(host, to), 0);
        }

        @Override
        protected void connect(InetAddress host, int to) throws IOException {
            connect(new InetSocketAddress(host, to), 0);
        }

        @Override
        protected void connect(SocketAddress endpoint, int timeout) throws IOException {
            if (!channel.isConnected()) {
                socket.connect(endpoint, timeout);
            }
            address = socket.getInetAddress();
            port = socket.getPort();
        }

        @Override
        protected void bind(InetAddress host, int local) throws IOException {
            channel.bind(new InetSocketAddress(host, local));
        }

        @Override
        protected void listen(int backlog) {
            throw new UnsupportedOperationException("Not a server");
        }

        @Override
        protected void accept(SocketImpl accepted) {
            throw new UnsupportedOperationException("Not a server");
        }

        @Override
        protected InputStream getInputStream() throws IOException {
            return socket.getInputStream();
        }

        @Override
        protected OutputStream getOutputStream() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        protected int available() throws IOException {
            return getInputStream().available();
        }

        @Override
        protected void close() throws IOException {
            channel.close();
        }

        @Override
        protected void shutdownInput() throws IOException {
            channel.shutdownInput();
        }

        @Override
        protected void shutdownOutput() throws IOException {
            channel.shutdownOutput();
        }

        @Override
        protected void sendUrgentData(int data) throws IOException {
            socket.sendUrgentData(data);
        }

        @Override
        protected int getLocalPort() {
            return socket.getLocalPort();
        }

        @Override
        public void setOption(int id, Object value) throws SocketException {
            if (id == SO_TIMEOUT) {
                timeoutMillis = (Integer) value;
                return;
            }
            try {
                setOption(option(id), id == SO_LINGER && Boolean.FALSE.equals(value) ? Integer.valueOf(-1) : value);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public Object getOption(int id) throws SocketException {
            if (id == SO_TIMEOUT) {
                return timeoutMillis;
            }
            if (id == SO_BINDADDR) {
                return socket.getLocalAddress();
            }
            try {
                return getOption(option(id));
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @SuppressWarnings("unchecked") // the type of the value is the channel's to check
        private static SocketOption<Object> option(int id) throws SocketException {
            SocketOption<?> option = OPTIONS.get(id);
            if (option == null) {
                throw new SocketException("Unsupported option " + id);
            }
            return (SocketOption<Object>) option;
        }

        private static SocketException failure(IOException cause) {
            SocketException failure = new SocketException("Socket is closed");
            failure.initCause(cause);
            return failure;
        }

        @Override
        protected <T> void setOption(SocketOption<T> name, T value) throws IOException {
            channel.setOption(name, value);
        }

        @Override
        protected <T> T getOption(SocketOption<T> name) throws IOException {
            return channel.getOption(name);
        }

        @Override
        protected Set<SocketOption<?>> supportedOptions() {
            return channel.supportedOptions();
        }
    }
}
