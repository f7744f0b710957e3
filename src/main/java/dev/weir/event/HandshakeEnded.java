package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;

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

    /**
     * {@return how much of it took place; empty if it failed. A session that is resumed is told from one that is new by the
     * JDK's own TLS; with that of another provider it may be taken for a full one}
     */
    Optional<HandshakeKind> kind();

    /** {@return time taken} */
    Duration time();

    /** {@return the id of the connection, the same as {@link ConnectionSnapshot#id()}; empty if that is not known} */
    Optional<String> connectionId();

    /** {@return the address it is connected to (that of the proxy, where there is one); empty if that is not known} */
    Optional<SocketAddress> remoteAddress();

    /** {@return what it failed with; empty if it succeeded} */
    Optional<Throwable> failure();
}
