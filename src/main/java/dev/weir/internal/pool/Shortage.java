package dev.weir.internal.pool;

import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Holder;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The state of a pool when a caller got no connection. Immutable.
 *
 * @param route the route, without its connections
 * @param total the whole pool's connections, as text, such as {@code 100 leased and 0 idle of 100, 3 pending}
 * @param verdict the reason, as far as the pool can tell
 * @param explanation why that is so and what to do, as a sentence
 * @param holders the longest holders of connections, longest first; at most five
 */
record Shortage(RouteSnapshot route, String total, Verdict verdict, String explanation, List<Holder> holders) {

    Shortage {
        holders = List.copyOf(holders);
    }

    /** The exception of a caller that got no connection within a limit such as {@code timeouts.poolWait}. */
    PoolExhaustedException timedOut(String pool, Duration waited, String limit) {
        return exception(
                pool,
                "no connection to " + route.target() + " within " + waited.toMillis() + " ms (" + limit + ")",
                waited);
    }

    /** The exception of a caller that found the queue full, as a limit such as {@code maxPending} says. */
    PoolExhaustedException rejected(String pool, int maxPending, String limit) {
        String why = maxPending == 0
                ? "no connection to " + route.target() + " is free and callers may not wait (" + limit + " is 0)"
                : maxPending + (maxPending == 1 ? " caller waits" : " callers wait") + " for " + route.target()
                        + " already (" + limit + ")";
        return exception(pool, "refused at once, because " + why, Duration.ZERO);
    }

    private PoolExhaustedException exception(String pool, String what, Duration waited) {
        String message = "Pool '" + pool + "': " + what + ". " + this;
        return new PoolExhaustedException(message, pool, route, verdict, holders, waited);
    }

    /** Returns verdict, numbers and holders as sentences. */
    @Override
    public String toString() {
        return "Verdict: " + verdict + ", because " + explanation + ". Route: " + leased() + " (" + route.dialing()
                + " dialing), " + route.idle() + " idle, " + route.pending() + " pending" + inFlight() + "; pool: "
                + total + "." + longest();
    }

    // Over HTTP/2 leases are exchanges, many per connection, while the limits count connections.
    private String leased() {
        long connections = route.opened() - route.closed() + route.dialing();
        boolean isShared = route.leased() + route.idle() > connections;
        return isShared
                ? route.leased() + " leased on " + connections + " of " + route.limit() + " connections"
                : route.leased() + " of " + route.limit() + " leased";
    }

    private String inFlight() {
        int max = route.maxInFlight();
        return max == 0 ? "" : ", " + route.inFlight() + " of " + max + " exchanges under way";
    }

    private String longest() {
        return holders.isEmpty()
                ? ""
                : " Held for longest: " + holders.stream().map(Holder::toString).collect(Collectors.joining("; "))
                        + ".";
    }
}
