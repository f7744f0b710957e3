package dev.weir.bench;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;

/** A connection to nowhere. */
final class StubConnection implements ModalCloseable {

    @Override
    public void close(CloseMode mode) {}

    @Override
    public void close() {}
}
