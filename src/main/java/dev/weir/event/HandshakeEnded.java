package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * A TLS handshake has ended, successfully or not: within a dial, or after it through a tunnel. Immutable.
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

    /**
     * {@return how much of it took place; empty if it failed. Resumed sessions are recognized with the JDK's own TLS; with
     * another provider, they may be reported as full}
     */
    Optional<HandshakeKind> kind();

    /** {@return time taken} */
    Duration time();

    /** {@return the id of the connection, the same as {@link ConnectionSnapshot#id()}; empty if that is not known} */
    Optional<String> connectionId();

    /** {@return the address it is connected to (that of the proxy, where there is one); empty if that is not known} */
    Optional<SocketAddress> remoteAddress();

    /** {@return its failure; empty if it succeeded} */
    Optional<Throwable> failure();
}
