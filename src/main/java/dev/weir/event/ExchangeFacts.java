package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one exchange went: a request that was sent once, and its response. A call has several of them if it is
 * redirected, retried, replayed or challenged.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface ExchangeFacts {

    /** {@return how the request got its connection; empty if it has not been sent} */
    Optional<LeaseOutcome> outcome();

    /** {@return the status of the response; empty as long as none has come} */
    OptionalInt status();

    /** {@return its failure; empty if it did not fail} */
    Optional<Throwable> failure();

    /**
     * {@return the time from the end of the exchange before it, or from the start of the call, until it waited for its
     * connection: the pause before a retry, the tunnel through a proxy, and what the client does before it sends}
     */
    Duration pause();

    /** {@return the time that the request waited for a place in the pool; zero if there was no wait} */
    Duration waited();

    /**
     * {@return the time that the request waited for its connection to be established; zero if the connection was reused. If
     * the dial had begun before the request asked for it, this is the rest of it}
     */
    Duration dialed();

    /** {@return the time that the lookup of the host took, which is a part of the dial; zero if there was none} */
    Duration lookup();

    /** {@return where the addresses of the host came from; empty if the request waited for no lookup} */
    Optional<LookupOutcome> lookupOutcome();

    /** {@return the addresses that the dial tried, in turn; none if the request waited for no dial} */
    List<ConnectAttempt> connects();

    /**
     * {@return the time of the TLS handshake, which is a part of the dial except through a tunnel; zero if there
     * was none}
     */
    Duration handshake();

    /**
     * {@return how much of the TLS handshake took place; empty if the request did not wait for one. A session that is
     * resumed is told from one that is new by the JDK's own TLS; with that of another provider it may be taken for a full
     * one}
     */
    Optional<HandshakeKind> handshakeKind();

    /**
     * {@return the time from sending the request, its body included, to the head of the response; zero as long as that has
     * not come}
     */
    Duration firstByte();

    /** {@return the time from sending the request to its failure, if the head of a response did not come; otherwise zero} */
    Duration unanswered();

    /** {@return the time from the head of the response to the end of its body; zero as long as that has not come} */
    Duration body();

    /**
     * {@return how many requests the connection has carried, this one included: 1 on a new connection, 0 if the request was
     * not sent}
     */
    long uses();

    /** {@return how long the connection was idle before this request; zero if it is new, or others used it at the time} */
    Duration idleFor();

    /** {@return the id of the connection, the same as {@link ConnectionSnapshot#id()}; empty if the request was not sent} */
    Optional<String> connectionId();

    /** {@return the address of the connection (that of the proxy, where there is one); null if it is not known} */
    @Nullable
    SocketAddress remoteAddress();

    /** {@return the local address of the connection; null if it is not known} */
    @Nullable
    SocketAddress localAddress();

    /** {@return the protocol as negotiated, such as {@code HTTP/1.1}; empty if the request was not sent} */
    Optional<String> protocol();

    /** {@return the number of its stream; empty except over HTTP/2} */
    OptionalInt streamId();

    /**
     * {@return the bytes of head and body that were sent for it over HTTP/1.1, without the overhead of TLS; empty until its
     * end, and over HTTP/2}
     */
    OptionalLong bytesSent();

    /** {@return the bytes that were received for it, counted as those that were {@linkplain #bytesSent() sent}} */
    OptionalLong bytesReceived();

    /**
     * {@return why the connection was closed after it; empty as long as it is open. A connection that is released when the
     * response is complete may be closed a moment later}
     */
    Optional<CloseCause> closedBy();
}
