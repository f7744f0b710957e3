package dev.weir.event;

/**
 * An attempt to establish a connection has ended, well or not. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface DialEnded {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return how it ended} */
    DialOutcome outcome();

    /** {@return time taken as a whole} */
    long dialNanos();

    /** {@return the part of it that went into looking the name up; next to nothing if the address was cached} */
    long dnsNanos();

    /**
     * {@return the part of it that went into the TLS handshake; zero if it came to none. Through a tunnel the
     * handshake comes after the dial, see {@link HandshakeEnded}}
     */
    long tlsNanos();

    /**
     * {@return the part of the time, in nanoseconds, that is neither name lookup nor TLS handshake: connecting, to each
     * address tried}
     */
    default long connectNanos() {
        return Math.max(0, dialNanos() - dnsNanos() - tlsNanos());
    }
}
