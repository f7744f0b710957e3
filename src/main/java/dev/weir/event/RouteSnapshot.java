package dev.weir.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One route of a pool at the moment of the snapshot: what it may have, has, and did so far. Immutable.
 *
 * @param target scheme, host and port of the requests, such as {@code https://recs:8443}
 * @param limit most connections at once
 * @param leased connections held by callers
 * @param idle connections waiting for their next use
 * @param pending callers waiting with neither a connection nor a dial under way
 * @param dialing connections being established; leased, idle and these are all that count towards the limit
 * @param opened connections established so far
 * @param closed connections closed so far; {@code opened - closed} are open
 * @param closedBy the closed ones by cause
 * @param leases the leases so far by outcome
 * @param learnedKeepAlive the idle time that the server was seen to allow, where it was learned
 * @param connections the open connections, oldest first
 * @param learnedMaxRequests the number of requests after which the server was seen to end connections, where it was learned
 * @param recent what it carried lately
 */
public record RouteSnapshot(
        String target,
        int limit,
        int leased,
        int idle,
        int pending,
        int dialing,
        long opened,
        long closed,
        Map<CloseCause, Long> closedBy,
        Map<LeaseOutcome, Long> leases,
        Optional<Duration> learnedKeepAlive,
        List<ConnectionSnapshot> connections,
        OptionalLong learnedMaxRequests,
        RecentTraffic recent) {

    /**
     * Copies the collections.
     *
     * @param target scheme, host and port of the requests
     * @param limit most connections at once
     * @param leased connections held by callers
     * @param idle connections waiting for their next use
     * @param pending callers waiting for a connection
     * @param dialing connections being established
     * @param opened connections established so far
     * @param closed connections closed so far
     * @param closedBy the closed ones by cause
     * @param leases the leases so far by outcome
     * @param learnedKeepAlive the idle time that the server was seen to allow
     * @param connections the open connections
     * @param learnedMaxRequests the number of requests after which the server was seen to end connections
     * @param recent what it carried lately
     */
    public RouteSnapshot {
        closedBy = Map.copyOf(closedBy);
        leases = Map.copyOf(leases);
        connections = List.copyOf(connections);
    }

    /**
     * Describes a route of which only sums are known.
     *
     * @param target scheme, host and port of the requests
     * @param limit most connections at once
     * @param leased connections held by callers
     * @param idle connections waiting for their next use
     * @param pending callers waiting for a connection
     * @param dialing connections being established
     * @param opened connections established so far
     * @param closed connections closed so far
     * @param closedBy the closed ones by cause
     * @param leases the leases so far by outcome
     * @param learnedKeepAlive the idle time that the server was seen to allow
     * @param connections the open connections
     * @param learnedMaxRequests the number of requests after which the server was seen to end connections
     */
    public RouteSnapshot(
            String target,
            int limit,
            int leased,
            int idle,
            int pending,
            int dialing,
            long opened,
            long closed,
            Map<CloseCause, Long> closedBy,
            Map<LeaseOutcome, Long> leases,
            Optional<Duration> learnedKeepAlive,
            List<ConnectionSnapshot> connections,
            OptionalLong learnedMaxRequests) {
        this(
                target,
                limit,
                leased,
                idle,
                pending,
                dialing,
                opened,
                closed,
                closedBy,
                leases,
                learnedKeepAlive,
                connections,
                learnedMaxRequests,
                RecentTraffic.NONE);
    }

    /**
     * Describes a route of whose server no number of requests was learned.
     *
     * @param target scheme, host and port of the requests
     * @param limit most connections at once
     * @param leased connections held by callers
     * @param idle connections waiting for their next use
     * @param pending callers waiting for a connection
     * @param dialing connections being established
     * @param opened connections established so far
     * @param closed connections closed so far
     * @param closedBy the closed ones by cause
     * @param leases the leases so far by outcome
     * @param learnedKeepAlive the idle time that the server was seen to allow
     * @param connections the open connections
     */
    public RouteSnapshot(
            String target,
            int limit,
            int leased,
            int idle,
            int pending,
            int dialing,
            long opened,
            long closed,
            Map<CloseCause, Long> closedBy,
            Map<LeaseOutcome, Long> leases,
            Optional<Duration> learnedKeepAlive,
            List<ConnectionSnapshot> connections) {
        this(
                target,
                limit,
                leased,
                idle,
                pending,
                dialing,
                opened,
                closed,
                closedBy,
                leases,
                learnedKeepAlive,
                connections,
                OptionalLong.empty());
    }
}
