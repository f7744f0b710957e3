package dev.weir.event;

import java.time.Duration;
import java.util.Optional;

/**
 * How one request got its connection, and what that took. The pool fills it in when the request is sent; a request that is
 * sent again shows its last exchange. The thread of the request writes it; other threads may read it once the call is over.
 * Its text is a line for people.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeaseFacts {

    /** {@return how the request got its connection; empty if it has not been sent} */
    Optional<LeaseOutcome> outcome();

    /** {@return the time that the request waited for a place in the pool; zero if there was no wait} */
    Duration waited();

    /** {@return the time that it took to establish the connection; zero if the connection was reused} */
    Duration dialed();

    /**
     * {@return the time of the TLS handshake, which is a part of {@link #dialed()} except through a tunnel; zero if there
     * was none}
     */
    Duration handshake();

    /**
     * {@return how many requests the connection has carried, this one included: 1 on a new connection, 0 if the request was
     * not sent}
     */
    long uses();

    /** {@return how often the request was sent: more than once after a failure, a redirect or a challenge} */
    int exchanges();
}
