package dev.weir.event;

/**
 * A TLS handshake has ended, well or not: within a dial, or after it through a tunnel. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface HandshakeEnded {

    /** {@return the pool's name} */
    String pool();

    /** {@return the route's target, such as {@code https://recs:8443}} */
    String route();

    /** {@return how it ended} */
    DialOutcome outcome();

    /** {@return time taken} */
    long tlsNanos();
}
