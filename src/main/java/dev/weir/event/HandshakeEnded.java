package dev.weir.event;

/**
 * A TLS handshake has ended, well or not: within a dial, or after it through a tunnel. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param outcome how it ended
 * @param tlsNanos time taken
 */
public record HandshakeEnded(String pool, String route, DialOutcome outcome, long tlsNanos) {}
