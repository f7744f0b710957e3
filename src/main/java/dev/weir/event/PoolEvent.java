package dev.weir.event;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something that happened in a pool. All events are immutable records. Kinds of events, and components of records, may be
 * added: a {@code switch} over them needs a {@code default}, and programs do not construct them.
 *
 * <p>A {@code route} is the target of the requests, such as {@code https://recs:8443}. A {@code connectionId} is the same as
 * {@link ConnectionSnapshot#id()}, and empty where there is no connection.
 */
public sealed interface PoolEvent {

    /** {@return the pool's name} */
    String pool();

    /**
     * The first event of a pool, and the last: it was built, and it was closed.
     *
     * @param pool the pool's name
     * @param isOpen true for the first
     * @param snapshot looks at the pool; the same object in both
     */
    record PoolStateChanged(String pool, boolean isOpen, Supplier<PoolSnapshot> snapshot) implements PoolEvent {}

    /**
     * A caller got a connection, or will get none.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param outcome how the lease ended
     * @param waited time in the queue, without a dial of its own under way
     * @param connectionId the id of the connection
     */
    record LeaseEnded(String pool, String route, LeaseOutcome outcome, Duration waited, Optional<String> connectionId)
            implements PoolEvent {}

    /**
     * An attempt to establish a connection has ended, successfully or not. Through a tunnel the TLS handshake comes later,
     * and is told by an event of its own.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param outcome how it ended
     * @param lookup the time of the name lookup; close to zero if the address was cached
     * @param connect the time spent on connecting, to each address tried
     * @param handshake the time of the TLS handshake; zero if there was none
     * @param isResumed whether the TLS handshake resumed a session; false if it was a full one, or there was none
     * @param isThroughTunnel whether it is only the TLS handshake through a tunnel, whose connection was told of before
     * @param connectionId the id of the connection
     * @param remoteAddress the address that it led to, or that was tried last (that of the proxy, if there is one); empty if
     *     none was tried
     * @param failure its failure; empty if the connection is established
     */
    record DialEnded(
            String pool,
            String route,
            DialOutcome outcome,
            Duration lookup,
            Duration connect,
            Duration handshake,
            boolean isResumed,
            boolean isThroughTunnel,
            Optional<String> connectionId,
            Optional<SocketAddress> remoteAddress,
            Optional<Throwable> failure)
            implements PoolEvent {}

    /**
     * A connection was closed.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param cause why
     * @param age time since it was connected
     * @param uses requests sent on it
     * @param connectionId the id of the connection
     * @param remoteAddress the address it was connected to
     * @param failure what went wrong on it; empty if nothing did, or nothing is known
     */
    record ConnectionClosed(
            String pool,
            String route,
            CloseCause cause,
            Duration age,
            long uses,
            Optional<String> connectionId,
            Optional<SocketAddress> remoteAddress,
            Optional<Throwable> failure)
            implements PoolEvent {}

    /**
     * A name was looked up for a dial.
     *
     * @param pool the pool's name
     * @param host the name
     * @param outcome where its addresses came from
     * @param time the time taken
     */
    record NameLookedUp(String pool, String host, LookupOutcome outcome, Duration time) implements PoolEvent {}

    /**
     * A connection was not released: its caller holds it for longer than {@code leakDetection} and no byte moves on it, or
     * nothing can release it any more because the response was garbage collected.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param isCollected whether the response was garbage collected without being closed, and the pool has closed the
     *     connection; false if it is held for longer than {@code leakDetection} without progress, and may still be released
     * @param held time since the lease
     * @param thread the name of the thread that leased
     * @param request method and path of the last request, without its query; empty if none was sent
     * @param callSite where the connection was leased, such as {@code shop.Orders.load(Orders.java:42)}; {@code unknown}
     *     where {@code leakDetection} is off and no stack was recorded yet for the route
     */
    record LeakSuspected(
            String pool,
            String route,
            boolean isCollected,
            Duration held,
            String thread,
            String request,
            String callSite)
            implements PoolEvent {}

    /**
     * A request failed in a way that asks for a retry.
     *
     * @param pool the pool's name
     * @param route the route's target
     * @param isSent whether the request is sent again; false if {@code retry.budget} of the route is used up
     */
    record RetryDecided(String pool, String route, boolean isSent) implements PoolEvent {}

    /**
     * A call of a pool's client has ended, its body included. Told only to listeners that {@link PoolListener#hearsRequests
     * ask for it}, because each call then records its facts.
     *
     * @param pool the pool's name
     * @param route the target of the last request of the call, which a redirect may have led elsewhere; empty if there was
     *     none
     * @param method the method of the request, such as {@code GET}; empty if there was no request
     * @param facts where its time went
     */
    record RequestEnded(String pool, Optional<String> route, Optional<String> method, CallFacts facts)
            implements PoolEvent {}
}
