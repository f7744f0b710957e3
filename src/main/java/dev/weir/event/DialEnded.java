package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

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
    Duration time();

    /** {@return the part of it that went into looking the name up; next to nothing if the address was cached} */
    Duration lookup();

    /**
     * {@return the part of it that went into the TLS handshake; zero if it came to none. Through a tunnel the
     * handshake comes after the dial, see {@link HandshakeEnded}}
     */
    Duration handshake();

    /**
     * {@return how much of the TLS handshake took place; empty if it came to none, or failed; see {@link
     * HandshakeEnded#kind()}}
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
     * {@return the address that it led to, or that was tried last (that of the proxy, where there is one); empty if it did
     * not come to one}
     */
    Optional<SocketAddress> remoteAddress();

    /** {@return what it failed with; empty if the connection is established} */
    Optional<Throwable> failure();
}
