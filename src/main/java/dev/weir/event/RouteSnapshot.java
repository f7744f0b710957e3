package dev.weir.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One route of a pool at the moment of the snapshot: its limits, its connections, and its totals. Immutable. Its text is for people. Components may
 * be added: programs do not construct it.
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
 * @param learnedKeepAlive the idle time that the server allows, if it was learned
 * @param connections the open connections, oldest first
 * @param inFlight exchanges under way: of callers that have a connection, or wait for one that is dialed for them
 * @param maxInFlight most exchanges under way at once; 0 for no limit
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
        int inFlight,
        int maxInFlight) {

    /** Keeps copies of the collections. */
    public RouteSnapshot {
        closedBy = Map.copyOf(closedBy);
        leases = Map.copyOf(leases);
        connections = List.copyOf(connections);
    }

    /** Returns the figures for people. */
    @Override
    public String toString() {
        return target + ": " + leased + " leased and " + idle + " idle of " + limit + ", " + pending + " pending, "
                + dialing + " dialing, " + inFlight + (maxInFlight == 0 ? "" : " of " + maxInFlight) + " in flight; "
                + opened + " opened, " + closed + " closed " + closedBy + ", leases " + leases
                + learnedKeepAlive
                        .map(limit -> ", may idle for " + ConnectionSnapshot.text(limit))
                        .orElse("")
                + ", connections " + connections;
    }
}
