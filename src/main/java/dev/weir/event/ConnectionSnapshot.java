package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One open connection at the moment of the snapshot. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface ConnectionSnapshot {

    /** {@return the connection's name in HttpClient's own debug log} */
    String id();

    /**
     * {@return the address it is connected to (that of the proxy, where there is one); null if it closed meanwhile}
     */
    @Nullable
    SocketAddress remoteAddress();

    /** {@return whether a caller holds it} */
    State state();

    /** {@return time since it was connected} */
    Duration age();

    /** {@return time since it was last released; zero while it is leased} */
    Duration idleFor();

    /** {@return requests sent on it so far} */
    long uses();

    /** {@return the protocol as negotiated, such as {@code HTTP/1.1}} */
    String protocol();

    /** {@return the version of TLS as negotiated, such as {@code TLSv1.3}; empty without TLS} */
    Optional<String> tlsVersion();

    /** {@return bytes received and sent so far, encrypted if there is TLS; zero if it closed meanwhile} */
    long bytesMoved();

    /**
     * {@return whether a request of HTTP/1.1 is being sent or its response has not begun; never for connections of
     * asynchronous pools}
     */
    boolean isAwaitingResponse();

    /** The state of the connection. Constants may be added. */
    enum State {
        /** A caller holds it. */
        LEASED,
        /** It waits in the pool for its next use. */
        IDLE
    }
}
