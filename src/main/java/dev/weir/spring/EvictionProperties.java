package dev.weir.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits on the life of connections.
 *
 * @param idle Idle time after which a connection is closed
 * @param maxLifetime Age at which a connection is closed, after its exchange
 * @param jitter Share of the lifetime by which a connection may end earlier, so that they do not all end together
 * @param maxRequests Most requests over one connection. 0 is no limit
 * @param validateAfter Idle time after which a connection is checked before it is used. 0 checks always
 * @param interval Time between two runs of the background task
 */
record EvictionProperties(
        @Nullable Duration idle,
        @Nullable Duration maxLifetime,
        @Nullable Double jitter,
        @Nullable Integer maxRequests,
        @Nullable Duration validateAfter,
        @Nullable Duration interval) {}
