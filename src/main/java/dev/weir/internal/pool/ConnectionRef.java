package dev.weir.internal.pool;

import java.net.SocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which connection an event is about, and what failed.
 *
 * @param id the connection's name; null if it has none yet
 * @param remoteAddress where it leads; null if that is not known
 * @param failure its failure; null if there was none
 */
record ConnectionRef(
        @Nullable String id,
        @Nullable SocketAddress remoteAddress,
        @Nullable Throwable failure) {

    Optional<String> connectionId() {
        return Optional.ofNullable(id);
    }

    Optional<SocketAddress> address() {
        return Optional.ofNullable(remoteAddress);
    }

    Optional<Throwable> cause() {
        return Optional.ofNullable(failure);
    }
}
