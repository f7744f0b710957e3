package dev.weir.failure;

import dev.weir.event.RouteSnapshot;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a pool looked like when a caller got no connection. Immutable.
 *
 * @param route the route, without its connections
 * @param total the whole pool's connections, as text, such as {@code 100 leased and 0 idle of 100, 3 pending}
 * @param verdict what is the matter
 * @param explanation why that is so and what to do, as a sentence
 * @param holders who has held connections for longest, the longest first; at most five
 */
public record Shortage(RouteSnapshot route, String total, Verdict verdict, String explanation, List<Holder> holders) {

    /**
     * Copies the holders.
     *
     * @param route the route
     * @param total the whole pool's connections
     * @param verdict what is the matter
     * @param explanation why that is so and what to do
     * @param holders who has held connections for longest
     */
    public Shortage {
        holders = List.copyOf(holders);
    }

    /** Returns verdict, numbers and holders as sentences. */
    @Override
    public String toString() {
        return "Verdict: " + verdict + ", because " + explanation + ". Route: " + leased() + " (" + route.dialing()
                + " dialing), " + route.idle() + " idle, " + route.pending() + " pending; pool: " + total + "."
                + longest();
    }

    // Over HTTP/2 exchanges are leased, of which a connection carries many, and limited are connections.
    private String leased() {
        long connections = route.opened() - route.closed() + route.dialing();
        boolean isShared = route.leased() + route.idle() > connections;
        return isShared
                ? route.leased() + " leased on " + connections + " of " + route.limit() + " connections"
                : route.leased() + " of " + route.limit() + " leased";
    }

    private String longest() {
        return holders.isEmpty()
                ? ""
                : " Held for longest: " + holders.stream().map(Holder::toString).collect(Collectors.joining("; "))
                        + ".";
    }
}
