package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How exchanges share connections, where the pool speaks HTTP/2.
 *
 * @param maxStreams Most exchanges on a connection at once. A smaller limit of the server holds
 * @param ping Silence after which the pool sends a ping on a connection. 0 switches it off
 */
record Http2Properties(
        @Nullable Integer maxStreams, @Nullable Duration ping) {}
