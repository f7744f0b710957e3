package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/** A connection without a socket, which knows whether it is open. Thread-safe. */
final class RacedConnection implements ModalCloseable {

    private volatile boolean open = true;

    boolean isOpen() {
        return open;
    }

    @Override
    public void close(CloseMode mode) {
        open = false;
    }

    @Override
    public void close() {
        open = false;
    }
}
