package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request went, and which connection carried it. The pool fills it in while the request is under way; a
 * request that is sent again shows its last exchange. Other threads may read it once the call is over: an asynchronous call is when
 * its callback is called. Its text is a line for people.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeaseFacts {

    /** {@return how the request got its connection; empty if it has not been sent} */
    Optional<LeaseOutcome> outcome();

    /** {@return the status of the response; empty as long as none has come} */
    OptionalInt status();

    /** {@return what the call failed with; empty if it did not fail} */
    Optional<Throwable> failure();

    /**
     * {@return the time of the call, from its begin to the last byte of the response, or to its failure; zero as long as it is not
     * over. An asynchronous client counts until the last byte has arrived, a blocking one until it was read}
     */
    Duration total();

    /**
     * {@return the time before the last exchange that was neither its wait nor its dial: earlier attempts, redirects and pauses, the
     * tunnel through a proxy, and what the client does before it sends. With {@link #waited()}, {@link #dialed()}, {@link
     * #firstByte()} and {@link #body()} it adds up to {@link #total()} if there is a response}
     */
    Duration before();

    /** {@return the time that the request waited for a place in the pool; zero if there was no wait} */
    Duration waited();

    /**
     * {@return the time that the request waited for its connection to be established; zero if the connection was reused. If the dial
     * had begun before the request asked for it, this is the rest of it}
     */
    Duration dialed();

    /** {@return the time that the lookup of the host took, which is a part of the dial; zero if there was none} */
    Duration lookup();

    /**
     * {@return the time of the TLS handshake, which is a part of the dial except through a tunnel; zero if there
     * was none}
     */
    Duration handshake();

    /**
     * {@return how much of the TLS handshake took place; empty if the request did not wait for one. A session that is resumed is
     * told from one that is new by the JDK's own TLS; with that of another provider it may be taken for a full one}
     */
    Optional<HandshakeKind> handshakeKind();

    /**
     * {@return the time from sending the request, its body included, to the head of the response; zero as long as that has not come}
     */
    Duration firstByte();

    /** {@return the time from the head of the response to the end of its body; zero as long as that has not come} */
    Duration body();

    /**
     * {@return how many requests the connection has carried, this one included: 1 on a new connection, 0 if the request was
     * not sent}
     */
    long uses();

    /** {@return how long the connection was idle before this request; zero if it is new, or others used it at the time} */
    Duration idleFor();

    /** {@return the address of the connection (that of the proxy, where there is one); null if it is not known} */
    @Nullable
    SocketAddress remoteAddress();

    /** {@return the protocol as negotiated, such as {@code HTTP/1.1}; empty if the request was not sent} */
    Optional<String> protocol();

    /** {@return how often the request was sent: more than once after a failure, a redirect or a challenge} */
    int exchanges();
}
