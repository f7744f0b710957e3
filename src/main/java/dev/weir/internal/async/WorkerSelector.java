package dev.weir.internal.async;

import dev.weir.internal.client.Internals;
import dev.weir.internal.log.Log;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/**
 * The selector of an I/O thread. HttpCore closes it when the thread ends, unless an {@code Error} prevents that. A socket
 * that is registered with it then stays open, even if its channel is closed, because only its selector can deregister it.
 * Thread-safe.
 */
final class WorkerSelector {

    private static final Log LOG = Log.of(WorkerSelector.class);

    private final @Nullable Selector selector;

    private WorkerSelector(@Nullable Selector selector) {
        this.selector = selector;
    }

    /** Returns the selector of a task of HttpCore. If it cannot be read, closing it does nothing. */
    static WorkerSelector of(Runnable task) {
        return new WorkerSelector(read(task));
    }

    private static @Nullable Selector read(Runnable task) {
        try {
            Object reactor = Internals.read(task, task.getClass(), "ioReactor", Object.class);
            return reactor == null
                    ? null
                    : Internals.read(reactor, reactor.getClass().getSuperclass(), "selector", Selector.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("The selector of an I/O thread cannot be read", e);
            return null;
        }
    }

    /** Tells whether the selector could be read. */
    boolean isKnown() {
        return selector != null;
    }

    /**
     * Closes the sockets of closed sessions and channels: an {@code Error} may have interrupted the close, and nothing else
     * repeats it. May be called from any thread.
     */
    void finishClosed() throws IOException {
        Selector running = selector;
        if (running != null && running.isOpen()) {
            for (SelectionKey key : running.keys()) {
                if (isClosed(key)) {
                    close(key);
                }
            }
        }
    }

    private static boolean isClosed(SelectionKey key) {
        return !key.channel().isOpen()
                || (key.attachment() instanceof IOSession session && session.getStatus() == IOSession.Status.CLOSED);
    }

    // The next selection deregisters it and closes its socket.
    private static void close(SelectionKey key) throws IOException {
        key.cancel();
        key.channel().close();
    }

    /** Closes the remaining sockets, and the selector. For the thread itself; may be repeated after a failure. */
    void close() throws IOException {
        Selector left = selector;
        if (left != null && left.isOpen()) {
            for (SelectionKey key : left.keys()) {
                close(key);
            }
            left.selectNow(); // deregisters them; close() does as well, but only its first attempt
            left.close();
        }
    }
}
