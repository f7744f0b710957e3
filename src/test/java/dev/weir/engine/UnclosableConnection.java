package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/** A connection that fails when it is closed. */
final class UnclosableConnection implements ModalCloseable {

    @Override
    public void close(CloseMode mode) {
        throw new IllegalStateException("as told");
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }
}
