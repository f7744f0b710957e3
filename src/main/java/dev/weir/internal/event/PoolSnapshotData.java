package dev.weir.internal.event;

import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.event.RouteTotals;
import java.util.List;

/** See {@link PoolSnapshot}. */
public record PoolSnapshotData(
        String name,
        boolean isOpen,
        int maxTotal,
        int leased,
        int idle,
        int pending,
        int dialing,
        List<RouteSnapshot> routes,
        int moreRoutes,
        RouteTotals others,
        int inFlight,
        int maxInFlight)
        implements PoolSnapshot {

    public PoolSnapshotData {
        routes = List.copyOf(routes);
    }
}
