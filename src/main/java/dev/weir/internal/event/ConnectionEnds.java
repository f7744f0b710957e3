package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.http.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/**
 * The two ends of the connection of an exchange.
 *
 * @param address the remote address
 * @param protocol as negotiated
 * @param route the target of its route, such as {@code https://recs:8443}
 * @param connectionId its id; null if it has none
 * @param closedBy holds the cause of its end
 */
public record ConnectionEnds(
        @Nullable SocketAddress address,
        ProtocolVersion protocol,
        String route,
        @Nullable String connectionId,
        AtomicReference<@Nullable CloseCause> closedBy) {}
