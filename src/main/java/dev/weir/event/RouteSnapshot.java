package dev.weir.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One route of a pool at the moment of the snapshot: its limits, its connections, and its totals. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RouteSnapshot {

    /** {@return scheme, host and port of the requests, such as {@code https://recs:8443}} */
    String target();

    /** {@return most connections at once} */
    int limit();

    /** {@return connections held by callers} */
    int leased();

    /** {@return connections waiting for their next use} */
    int idle();

    /** {@return callers waiting with neither a connection nor a dial under way} */
    int pending();

    /** {@return connections being established; leased, idle and these are all that count towards the limit} */
    int dialing();

    /** {@return exchanges under way: of callers that have a connection, or wait for one that is dialed for them} */
    int inFlight();

    /** {@return most exchanges under way at once; 0 for no limit} */
    int maxInFlight();

    /** {@return connections established so far} */
    long opened();

    /** {@return connections closed so far; {@code opened - closed} are open} */
    long closed();

    /** {@return the closed ones by cause} */
    Map<CloseCause, Long> closedBy();

    /** {@return the leases so far by outcome} */
    Map<LeaseOutcome, Long> leases();

    /** {@return the idle time that the server allows, if it was learned} */
    Optional<Duration> learnedKeepAlive();

    /** {@return the open connections, oldest first} */
    List<ConnectionSnapshot> connections();

    /**
     * {@return the addresses of the open connections, with the number of connections to each, and the ejected addresses; the
     * most used first}
     */
    List<AddressSnapshot> addresses();

    /** {@return the number of requests after which the server ends connections, if it was learned} */
    OptionalLong learnedMaxRequests();

    /** {@return its recent traffic} */
    RecentTraffic recent();
}
