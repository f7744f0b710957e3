package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * An attempt to establish a connection has ended, successfully or not. Immutable.
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

    /** {@return the total time taken} */
    Duration time();

    /** {@return the part of it spent on the name lookup; close to zero if the address was cached} */
    Duration lookup();

    /**
     * {@return the part of it spent on the TLS handshake; zero if there was none. Through a tunnel the handshake comes after
     * the dial, see {@link HandshakeEnded}}
     */
    Duration handshake();

    /**
     * {@return how much of the TLS handshake took place; empty if there was none, or it failed; see
     * {@link HandshakeEnded#kind()}}
     */
    Optional<HandshakeKind> handshakeKind();

    /**
     * {@return the part of it that is neither name lookup nor TLS handshake: connecting, to each address tried}
     */
    default Duration connect() {
        Duration rest = time().minus(lookup()).minus(handshake());
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    /**
     * {@return the id of the connection, the same as {@link ConnectionSnapshot#id()}; empty if it failed before it had one}
     */
    Optional<String> connectionId();

    /**
     * {@return the address that it led to, or that was tried last (that of the proxy, if there is one); empty if none was
     * tried}
     */
    Optional<SocketAddress> remoteAddress();

    /** {@return its failure; empty if the connection is established} */
    Optional<Throwable> failure();
}
