package dev.weir.spring.actuate;

import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * What a pool or a route holds at this moment.
 *
 * @param limit most connections at once
 * @param leased connections held by callers; exchanges with HTTP/2
 * @param idle connections waiting for their next use
 * @param dialing connections being established
 * @param pending callers waiting with neither a connection nor a dial under way
 * @param inFlight exchanges under way
 * @param maxInFlight most exchanges at once; left out where there is no limit
 */
record LevelView(
        int limit,
        int leased,
        int idle,
        int dialing,
        int pending,
        int inFlight,
        @Nullable Integer maxInFlight) {

    static LevelView of(PoolSnapshot pool) {
        return new LevelView(
                pool.maxTotal(),
                pool.leased(),
                pool.idle(),
                pool.dialing(),
                pool.pending(),
                pool.inFlight(),
                limit(pool.maxInFlight()));
    }

    static LevelView of(RouteSnapshot route) {
        return new LevelView(
                route.limit(),
                route.leased(),
                route.idle(),
                route.dialing(),
                route.pending(),
                route.inFlight(),
                limit(route.maxInFlight()));
    }

    private static @Nullable Integer limit(int maxInFlight) {
        return maxInFlight == 0 ? null : maxInFlight;
    }
}
