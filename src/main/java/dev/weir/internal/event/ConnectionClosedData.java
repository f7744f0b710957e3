package dev.weir.internal.event;

import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionClosed;

/** See {@link ConnectionClosed}. */
public record ConnectionClosedData(String pool, String route, CloseCause cause, long ageNanos, long uses)
        implements ConnectionClosed {}
