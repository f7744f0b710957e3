package dev.weir.internal.event;

import dev.weir.event.HandshakeKind;
import org.jspecify.annotations.Nullable;

/**
 * How the time of a dial was spent.
 *
 * @param dialNanos the time as a whole
 * @param dnsNanos the part for looking the name up
 * @param tlsNanos the part for the TLS handshake; zero if it came to none
 * @param tlsKind how much of the TLS handshake took place; null if it came to none, or failed
 */
public record DialTimes(
        long dialNanos,
        long dnsNanos,
        long tlsNanos,
        @Nullable HandshakeKind tlsKind) {}
