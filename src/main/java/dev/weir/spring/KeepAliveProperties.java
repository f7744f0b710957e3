package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the time between uses of a connection.
 *
 * @param serverIdle How long servers keep an idle connection open if they do not announce it
 * @param max Longest time after which an idle connection is still reused. 0 switches pooling off
 * @param margin How much earlier than the server the pool closes an idle connection
 * @param learn Whether the pool learns how long a server really keeps idle connections open
 */
record KeepAliveProperties(
        @Nullable Duration serverIdle,
        @Nullable Duration max,
        @Nullable Duration margin,
        @Nullable Boolean learn) {}
