package dev.weir.internal.async;

import java.nio.ByteBuffer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.util.Timeout;

/** Closes a socket that was connected too late for its dial. */
final class Unclaimed implements IOEventHandler {

    static final Unclaimed HANDLER = new Unclaimed();

    private Unclaimed() {}

    @Override
    public void connected(IOSession session) {
        session.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void inputReady(IOSession session, ByteBuffer src) {
        session.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void outputReady(IOSession session) {
        session.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void timeout(IOSession session, Timeout timeout) {
        session.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void exception(IOSession session, Exception cause) {
        session.close(CloseMode.IMMEDIATE);
    }

    @Override
    public void disconnected(IOSession session) {
        // There is nothing to tell.
    }
}
