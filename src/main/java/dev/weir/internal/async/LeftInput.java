package dev.weir.internal.async;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Tells when input has to be read again. HttpCore (5.4.3) stops decrypting at a message of TLS that it has to reply to, such
 * as a key update, and leaves what came behind it in the same read until the peer sends more. For the thread of the
 * connection.
 */
final class LeftInput {

    private final SSLEngine engine;
    private boolean mayBeLeft;

    private LeftInput(SSLEngine engine) {
        this.engine = engine;
    }

    /** Returns it for a connection; null without TLS. */
    static @Nullable LeftInput of(@Nullable SSLEngine engine) {
        return engine == null ? null : new LeftInput(engine);
    }

    /** Notes that input was read: some is left if a reply is due. */
    void read() {
        mayBeLeft = isReplyDue();
    }

    /** Returns whether the reply was sent, after which the rest can be read; once for each. */
    boolean takeReady() {
        boolean isReady = mayBeLeft && !isReplyDue();
        mayBeLeft &= !isReady;
        return isReady;
    }

    private boolean isReplyDue() {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }
}
