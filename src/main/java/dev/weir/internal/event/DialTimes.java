package dev.weir.internal.event;

/**
 * What the time of a dial went into.
 *
 * @param dialNanos the time as a whole
 * @param dnsNanos the part for looking the name up
 * @param tlsNanos the part for the TLS handshake; zero if it came to none
 */
public record DialTimes(long dialNanos, long dnsNanos, long tlsNanos) {}
