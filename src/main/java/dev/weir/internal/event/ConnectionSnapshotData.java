package dev.weir.internal.event;

import dev.weir.event.ConnectionSnapshot;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** See {@link ConnectionSnapshot}. */
public record ConnectionSnapshotData(
        String id,
        @Nullable SocketAddress remoteAddress,
        State state,
        Duration age,
        Duration idleFor,
        long uses,
        String protocol,
        Optional<String> tlsVersion,
        long bytesMoved,
        boolean isAwaitingResponse)
        implements ConnectionSnapshot {}
