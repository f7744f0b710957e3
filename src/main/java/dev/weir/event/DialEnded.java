package dev.weir.event;

/**
 * An attempt to establish a connection has ended, well or not. Immutable.
 *
 * @param pool the pool's name
 * @param route the route's target, such as {@code https://recs:8443}
 * @param outcome how it ended
 * @param dialNanos time taken as a whole
 * @param dnsNanos the part of it that went into looking the name up; next to nothing if the address was cached
 * @param tlsNanos the part of it that went into the TLS handshake; zero if it came to none. Through a tunnel the handshake
 *     comes after the dial, see {@link HandshakeEnded}
 */
public record DialEnded(String pool, String route, DialOutcome outcome, long dialNanos, long dnsNanos, long tlsNanos) {

    /**
     * Returns the part of the time that is neither name lookup nor TLS handshake: connecting, to each address tried.
     *
     * @return nanoseconds, zero or more
     */
    public long connectNanos() {
        return Math.max(0, dialNanos - dnsNanos - tlsNanos);
    }
}
