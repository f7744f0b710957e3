package dev.weir.internal.async;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.jspecify.annotations.Nullable;

/**
 * The stream of an exchange, which HttpCore passes as the dependency of the exchange. It may outlive the exchange as its
 * caller sees it. Thread-safe.
 */
final class ExchangeStream implements CancellableDependency {

    private enum Life {
        OPEN,
        FORSAKEN,
        CLOSED
    }

    private static final int NONE = 0;

    final AsyncConnection connection;
    private final StreamExchange exchange;
    private final AtomicReference<Life> life = new AtomicReference<>(Life.OPEN);

    // Written by the thread of the connection.
    volatile int id = NONE;
    private volatile @Nullable Cancellable stream;
    // Written by the thread that gives it up.
    private volatile boolean unwanted;

    ExchangeStream(AsyncConnection connection, StreamExchange exchange) {
        this.connection = connection;
        this.exchange = exchange;
    }

    void became(int newId) {
        if (id == NONE) {
            id = newId;
        }
    }

    /** Tells whether it is open. For the thread of the connection. */
    boolean isOpen() {
        return id != NONE && !isClosed();
    }

    boolean isClosed() {
        return life.get() == Life.CLOSED;
    }

    /**
     * Gives it up: it is reset now, or as soon as it exists. Until then it counts toward the limit of streams, if it was
     * begun.
     */
    void forsake(boolean isBegun) {
        unwanted = true;
        if (!connection.multiplexed) {
            return;
        }
        if (isBegun && life.compareAndSet(Life.OPEN, Life.FORSAKEN)) {
            connection.forsake();
        }
        Cancellable open = stream;
        if (open != null) {
            reset(open);
        }
    }

    private void reset(Cancellable open) {
        if (open.cancel() && connection.multiplexed) {
            connection.reset(exchange);
        }
    }

    void closed() {
        Life before = life.getAndSet(Life.CLOSED);
        if (before != Life.CLOSED) {
            connection.ended(exchange, id, before == Life.FORSAKEN);
        }
    }

    @Override
    public void setDependency(Cancellable opened) {
        stream = opened;
        if (unwanted) {
            reset(opened);
        }
    }

    @Override
    public boolean isCancelled() {
        return false; // the thread that gives it up already knows
    }

    @Override
    public boolean cancel() {
        return false;
    }
}
