package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One address that a dial tried to connect to. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface ConnectAttempt {

    /** {@return where} */
    SocketAddress address();

    /** {@return the time taken, without the TLS handshake that follows} */
    Duration time();

    /** {@return its failure; empty if the address accepted} */
    Optional<Throwable> failure();
}
