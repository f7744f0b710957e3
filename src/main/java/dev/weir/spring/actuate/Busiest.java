package dev.weir.spring.actuate;

import dev.weir.event.RouteSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Bounds what is shown of a pool with very many routes: those stay that somebody who looks for trouble wants to see. */
final class Busiest {

    /** As many as the meters tell apart. */
    static final int ROUTES = 100;

    private static final Comparator<RouteSnapshot> BUSIEST_FIRST = Comparator.comparingInt(RouteSnapshot::pending)
            .thenComparingInt(RouteSnapshot::leased)
            .thenComparingInt(RouteSnapshot::dialing)
            .thenComparingInt(RouteSnapshot::idle)
            .reversed();

    private Busiest() {}

    /** Returns at most {@value #ROUTES} routes in the order of their targets, so that they keep their places. */
    static Stream<RouteSnapshot> of(List<RouteSnapshot> routes) {
        return routes.stream().sorted(BUSIEST_FIRST).limit(ROUTES).sorted(Comparator.comparing(RouteSnapshot::target));
    }
}
