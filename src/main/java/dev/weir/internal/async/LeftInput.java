package dev.weir.internal.async;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Tells when input has to be read again. HttpCore (5.4.3) stops decrypting at a message of TLS that it has to reply to, such
 * as a key update, and leaves what came behind it in the same read until the peer sends more. Another thread that writes may
 * send that reply before the thread of the connection sees that one is due. Thread-safe.
 */
final class LeftInput {

    private final SSLEngine engine;
    private volatile boolean mayBeLeft;
    // The thread of the connection. Another thread may see an old value, but never itself.
    private @Nullable Thread reader;

    private LeftInput(SSLEngine engine) {
        this.engine = engine;
    }

    /** Returns it for a connection; null without TLS. */
    static @Nullable LeftInput of(@Nullable SSLEngine engine) {
        return engine == null ? null : new LeftInput(engine);
    }

    /** Notes that input was read: some is left if a reply is due. For the thread of the connection. */
    void read() {
        reader = Thread.currentThread();
        if (isReplyDue()) {
            mayBeLeft = true;
        }
    }

    /**
     * Notes that nothing was taken of what the current thread has to write: a reply may have gone in its place. Returns
     * whether the thread of the connection must find out.
     */
    boolean refused() {
        boolean isOther = Thread.currentThread() != reader;
        if (isOther) {
            mayBeLeft = true;
        }
        return isOther;
    }

    /** Returns whether the reply was sent, after which the rest can be read; once for each. For the same thread. */
    boolean takeReady() {
        boolean isReady = mayBeLeft && !isReplyDue();
        if (isReady) {
            mayBeLeft = false;
        }
        return isReady;
    }

    private boolean isReplyDue() {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }
}
