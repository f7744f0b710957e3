package dev.weir.engine;

import java.util.HashMap;
import java.util.Map;

/** A model of the limits of routes on exchanges under way; changes them in the pool as well. */
final class InFlightModel {

    private final Map<String, Integer> ofRoutes = new HashMap<>();

    int maxInFlight(String route) {
        return ofRoutes.getOrDefault(route, 0);
    }

    /** Limits the exchanges of a route; zero or less for no limit. */
    void limitRoute(TestPool<FakeConnection> pool, String route, int max) {
        ofRoutes.put(route, max);
        pool.applyLimits();
    }

    /** Tells whether one more may begin on a route. */
    boolean admits(String route, int underWay) {
        int limit = maxInFlight(route);
        return limit <= 0 || underWay < limit;
    }
}
