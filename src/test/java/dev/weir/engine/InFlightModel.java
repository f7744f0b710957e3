package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;

/** A model of the limits of a pool on exchanges under way; changes them in the pool as well. */
final class InFlightModel extends FakeOwner {

    private final Map<String, Integer> ofRoutes = new HashMap<>();
    private int ofAll;

    @Override
    public int maxInFlight(String route) {
        return ofRoutes.getOrDefault(route, 0);
    }

    /** Limits the exchanges of a route; zero or less for no limit. */
    void limitRoute(SegmentedPool<String, FakeConnection> pool, String route, int max) {
        ofRoutes.put(route, max);
        pool.maxInFlight(ofAll);
    }

    /** Limits the exchanges of all routes; zero for no limit. */
    void limitAll(SegmentedPool<String, FakeConnection> pool, int max) {
        ofAll = max;
        pool.maxInFlight(max);
    }

    /** Tells whether those of all routes are limited. */
    boolean isLimited() {
        return ofAll > 0;
    }

    /** Tells whether one more may begin on a route. */
    boolean admits(String route, int onRoute, int onAll) {
        int limit = maxInFlight(route);
        return (limit <= 0 || onRoute < limit) && (ofAll <= 0 || onAll < ofAll);
    }
}
