package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One open connection at the moment of the snapshot. Immutable. Components may be added: programs do not construct it.
 *
 * @param id the connection's name in HttpClient's own debug log
 * @param remoteAddress the address it is connected to (that of the proxy, where there is one); null if it closed meanwhile
 * @param state whether a caller holds it
 * @param age time since it was connected
 * @param idleFor time since it was last released; zero while it is leased
 * @param uses requests sent on it so far
 * @param protocol the protocol as negotiated, such as {@code HTTP/1.1}
 * @param tlsVersion the version of TLS as negotiated, such as {@code TLSv1.3}; empty without TLS
 * @param bytesMoved bytes received and sent so far, encrypted if there is TLS; zero if it closed meanwhile
 * @param isAwaitingResponse whether a request of HTTP/1.1 is being sent or its response has not begun; never for connections
 *     of asynchronous pools
 */
public record ConnectionSnapshot(
        String id,
        @Nullable SocketAddress remoteAddress,
        State state,
        Duration age,
        Duration idleFor,
        long uses,
        String protocol,
        Optional<String> tlsVersion,
        long bytesMoved,
        boolean isAwaitingResponse) {

    /** The state of the connection. Constants may be added. */
    public enum State {
        /** A caller holds it. */
        LEASED,
        /** It waits in the pool for its next use. */
        IDLE
    }
}
