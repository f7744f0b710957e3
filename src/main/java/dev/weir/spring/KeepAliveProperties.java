package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the time between uses of a connection.
 *
 * @param serverIdle How long the servers keep an idle connection open, as far as they do not say it themselves
 * @param max Longest time that a connection may idle and still be used. 0 switches pooling off
 * @param margin How much earlier than the server an idle connection is given up
 * @param learn Whether the time that a server really keeps connections open is learned
 */
record KeepAliveProperties(
        @Nullable Duration serverIdle,
        @Nullable Duration max,
        @Nullable Duration margin,
        @Nullable Boolean learn) {}
