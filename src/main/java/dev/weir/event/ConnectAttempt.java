package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * One address that a dial tried to connect to. Immutable.
 *
 * @param address where
 * @param time the time taken, without the TLS handshake that follows
 * @param failure its failure; empty if the address accepted
 */
public record ConnectAttempt(SocketAddress address, Duration time, Optional<Throwable> failure) {}
