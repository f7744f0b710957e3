package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackThread;
import dev.weir.internal.callback.CallerErrors;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.CancelledKeyException;
import java.util.concurrent.locks.Lock;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a session of the reactor and confines an {@code Error} in what it calls (a trust manager, a hostname verifier,
 * HttpCore itself) to this session: HttpCore would end the thread with all its connections, and then refuse every dial.
 * Everything else goes to the wrapped session. As thread-safe as that.
 */
final class SurvivingSession implements IOSession {

    private final IOSession session;

    // Read at every event; the handler is replaced once or twice.
    private volatile @Nullable Survivor survivor;

    // Set with the handler that speaks HTTP/2; for the thread of the connection.
    private @Nullable FrameFilter filter;

    SurvivingSession(IOSession session) {
        this.session = session;
    }

    @Override
    public @Nullable IOEventHandler getHandler() {
        IOEventHandler handler = session.getHandler();
        if (handler == null || handler instanceof Survivor) {
            return handler;
        }
        Survivor last = survivor;
        if (last == null || last.handler != handler) {
            last = new Survivor(handler);
            survivor = last;
        }
        return last;
    }

    // The reactor calls the one below directly when the connection has ended.
    @Override
    public void upgrade(IOEventHandler handler) {
        if (handler instanceof Http2Events http2) {
            filter = http2.filter;
        }
        session.upgrade(handler instanceof Survivor ? handler : new Survivor(handler));
    }

    private record Survivor(IOEventHandler handler) implements IOEventHandler {

        private @Nullable AsyncConnection connection() {
            return handler instanceof Protocols.OfConnection of ? of.connection() : null;
        }

        /** A part of an event. */
        @FunctionalInterface
        private interface Step {
            void run() throws IOException;
        }

        private void survive(Step step) throws IOException {
            try {
                step.run();
            } catch (Error e) {
                CallerErrors.note(e);
                throw new IOException("The handler of the connection failed with " + e, e);
            } finally {
                CallbackThread.left();
            }
        }

        // To close the connection the reactor would need an exception, which here would end its thread; it closes the
        // connection anyway.
        private void surviveAll(Runnable step) {
            try {
                survive(step::run);
            } catch (CancelledKeyException e) {
                // HttpCore wanted to say its farewell on a connection that is closed by now.
            } catch (IOException | RuntimeException e) {
                CallerErrors.note(e);
            }
        }

        @Override
        public void connected(IOSession of) throws IOException {
            survive(() -> {
                AsyncConnection own = connection();
                if (own == null || !own.isOn(of)) {
                    of.close(CloseMode.IMMEDIATE); // its dial was canceled while HttpCore is about to connect it
                } else {
                    handler.connected(of);
                }
            });
        }

        @Override
        public void inputReady(IOSession of, @Nullable ByteBuffer source) throws IOException {
            survive(() -> handler.inputReady(of, source));
        }

        @Override
        public void outputReady(IOSession of) throws IOException {
            survive(() -> handler.outputReady(of));
        }

        @Override
        public void timeout(IOSession of, Timeout timeout) throws IOException {
            survive(() -> handler.timeout(of, timeout));
        }

        @Override
        public void exception(IOSession of, Exception cause) {
            surviveAll(() -> handler.exception(of, cause));
        }

        @Override
        public void disconnected(IOSession of) {
            surviveAll(() -> {
                AsyncConnection own = connection();
                if (own != null) {
                    own.disconnected();
                }
                handler.disconnected(of);
            });
        }
    }

    @Override
    public String getId() {
        return session.getId();
    }

    @Override
    public Lock getLock() {
        return session.getLock();
    }

    @Override
    public void enqueue(Command command, Command.Priority priority) {
        session.enqueue(command, priority);
    }

    @Override
    public boolean hasCommands() {
        return session.hasCommands();
    }

    @Override
    public @Nullable Command poll() {
        return session.poll();
    }

    @Override
    public ByteChannel channel() {
        return session.channel();
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        FrameFilter frames = filter;
        return frames == null ? session.read(to) : frames.read(session, to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return session.write(from);
    }

    @Override
    public boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return session.getRemoteAddress();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return session.getLocalAddress();
    }

    @Override
    public int getEventMask() {
        return session.getEventMask();
    }

    @Override
    public void setEventMask(int operations) {
        session.setEventMask(operations);
    }

    @Override
    public void setEvent(int operation) {
        session.setEvent(operation);
    }

    @Override
    public void clearEvent(int operation) {
        session.clearEvent(operation);
    }

    @Override
    public void close() {
        session.close();
    }

    @Override
    public void close(CloseMode mode) {
        session.close(mode);
    }

    @Override
    public Status getStatus() {
        return session.getStatus();
    }

    @Override
    public Timeout getSocketTimeout() {
        return session.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        session.setSocketTimeout(timeout);
    }

    @Override
    public long getLastReadTime() {
        return session.getLastReadTime();
    }

    @Override
    public long getLastWriteTime() {
        return session.getLastWriteTime();
    }

    @Override
    public long getLastEventTime() {
        return session.getLastEventTime();
    }

    @Override
    public void updateReadTime() {
        session.updateReadTime();
    }

    @Override
    public void updateWriteTime() {
        session.updateWriteTime();
    }
}
