package dev.weir.internal.async;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.reactor.ssl.SSLSessionInitializer;
import org.apache.hc.core5.reactor.ssl.SSLSessionVerifier;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A session without a socket: it keeps its mask and its commands, as those of HttpCore do, and counts changes of the mask.
 */
final class FakeSession implements ProtocolIOSession {

    private final Lock lock = new ReentrantLock();
    private final Deque<Command> commands = new ArrayDeque<>();
    private @Nullable IOEventHandler handler;
    private int mask = EventMask.READ;
    private int changes;
    private int written;
    private boolean closed;
    private boolean isBroken;
    private Runnable onWrite = () -> {};

    /** Has something happen once, when bytes are next written. */
    void onNextWrite(Runnable action) {
        onWrite = action;
    }

    /** Has what it tells of itself fail by an error. */
    void failsByError() {
        isBroken = true;
    }

    private void checkWhole() {
        if (isBroken) {
            throw new AssertionError("on purpose");
        }
    }

    boolean isWriteWanted() {
        return (mask & EventMask.WRITE) != 0;
    }

    /** Returns how often the mask was set; each time costs a system call. */
    int changes() {
        return changes;
    }

    /** Returns how many bytes were written. */
    int written() {
        return written;
    }

    @Override
    public void setEvent(int operation) {
        setEventMask(mask | operation);
    }

    @Override
    public void clearEvent(int operation) {
        setEventMask(mask & ~operation);
    }

    @Override
    public void setEventMask(int operations) {
        mask = operations;
        changes++;
    }

    @Override
    public int getEventMask() {
        return mask;
    }

    @Override
    public void enqueue(Command command, Command.Priority priority) {
        commands.add(command);
        setEvent(EventMask.WRITE);
    }

    @Override
    public boolean hasCommands() {
        return !commands.isEmpty();
    }

    @Override
    public @Nullable Command poll() {
        return commands.poll();
    }

    @Override
    public @Nullable IOEventHandler getHandler() {
        return handler;
    }

    @Override
    public void upgrade(IOEventHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public Lock getLock() {
        return lock;
    }

    @Override
    public String getId() {
        checkWhole();
        return "fake";
    }

    @Override
    public ByteChannel channel() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer to) {
        return 0;
    }

    @Override
    public int write(ByteBuffer from) {
        Runnable action = onWrite;
        onWrite = () -> {};
        action.run();
        int count = from.remaining();
        written += count;
        from.position(from.limit());
        return count;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public Status getStatus() {
        return Status.ACTIVE;
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public SocketAddress getLocalAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    @Override
    public void close(CloseMode mode) {
        closed = true;
    }

    @Override
    public Timeout getSocketTimeout() {
        return Timeout.DISABLED;
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        // It has none.
    }

    @Override
    public long getLastReadTime() {
        return 0;
    }

    @Override
    public long getLastWriteTime() {
        return 0;
    }

    @Override
    public long getLastEventTime() {
        return 0;
    }

    @Override
    public void updateReadTime() {
        // It keeps no times.
    }

    @Override
    public void updateWriteTime() {
        // It keeps no times.
    }

    @Override
    public @Nullable NamedEndpoint getInitialEndpoint() {
        return null;
    }

    @Override
    public @Nullable TlsDetails getTlsDetails() {
        checkWhole();
        return null;
    }

    @Override
    public void startTls(
            SSLContext context,
            NamedEndpoint endpoint,
            SSLBufferMode mode,
            SSLSessionInitializer initializer,
            SSLSessionVerifier verifier,
            Timeout handshakeTimeout) {
        throw new UnsupportedOperationException();
    }
}
