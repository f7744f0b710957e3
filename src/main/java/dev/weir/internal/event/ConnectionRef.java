package dev.weir.internal.event;

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
public record ConnectionRef(
        @Nullable String id,
        @Nullable SocketAddress remoteAddress,
        @Nullable Throwable failure) {

    Optional<SocketAddress> address() {
        return Optional.ofNullable(remoteAddress);
    }

    Optional<Throwable> cause() {
        return Optional.ofNullable(failure);
    }

    static Optional<String> idOf(@Nullable String id) {
        return Optional.ofNullable(id);
    }
}
