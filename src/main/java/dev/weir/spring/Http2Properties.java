package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How exchanges share connections, where the pool speaks HTTP/2.
 *
 * @param maxStreams Most exchanges of a connection at once, if its server allows as many
 * @param strict Whether a route has one connection at most, so that exchanges that find it full wait
 * @param ping Silence after which a connection is asked whether its server is still there. 0 switches it off
 * @param pingTimeout How long the reply to a ping may take
 */
record Http2Properties(
        @Nullable Integer maxStreams,
        @Nullable Boolean strict,
        @Nullable Duration ping,
        @Nullable Duration pingTimeout) {}
