package dev.weir.internal.event;

import dev.weir.event.DialOutcome;
import dev.weir.event.HandshakeEnded;

/** See {@link HandshakeEnded}. */
public record HandshakeEndedData(String pool, String route, DialOutcome outcome, long tlsNanos)
        implements HandshakeEnded {}
