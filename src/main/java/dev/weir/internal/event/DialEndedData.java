package dev.weir.internal.event;

import dev.weir.event.DialEnded;
import dev.weir.event.DialOutcome;

/** See {@link DialEnded}. */
public record DialEndedData(
        String pool, String route, DialOutcome outcome, long dialNanos, long dnsNanos, long tlsNanos)
        implements DialEnded {}
