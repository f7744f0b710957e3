package dev.weir.spring.actuate;

import dev.weir.ManagedPool;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.spring.PoolSetting;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A pool as the endpoint shows it.
 *
 * @param name the pool's name
 * @param protocol the versions of HTTP that it speaks
 * @param open whether it takes requests; false while it drains and once it is closed
 * @param clients how many clients were made for it and are still there; those of one builder count once
 * @param level what is in it now
 * @param counts what it did so far, over all routes
 * @param routes the busiest routes, by target
 * @param moreRoutes how many routes are left out
 * @param findings what is wrong, the most severe first
 * @param settings each setting with its origin; left out where all pools are shown
 */
record PoolView(
        String name,
        String protocol,
        boolean open,
        int clients,
        LevelView level,
        CountsView counts,
        List<RouteView> routes,
        int moreRoutes,
        List<FindingView> findings,
        @Nullable List<PoolSetting> settings)
        implements OperationResponseBody {

    /** How many routes are shown unless more are asked for: as many as the meters tell apart. */
    static final int ROUTES = 100;

    /** Shows what is the same size whatever the number of connections. */
    static PoolView summary(ManagedPool pool, int clients, int most) {
        PoolSnapshot now = pool.snapshot();
        List<RouteView> routes = busiest(now, most).map(RouteView::summary).toList();
        return of(pool, clients, now, routes, null);
    }

    /** Shows connections and settings too. */
    static PoolView whole(ManagedPool pool, int most, VisibleValues visible) {
        PoolSnapshot now = pool.snapshot();
        List<RouteView> routes = busiest(now, most).map(RouteView::whole).toList();
        return of(pool, visible.clients(pool), now, routes, visible.settings(pool));
    }

    /** Shows one route of it, what it has set for itself, and who holds its connections for which requests. */
    static PoolView ofRoute(ManagedPool pool, String target, VisibleValues visible) {
        String normal = pool.config().effective(target).target();
        List<HolderView> holders = pool.holders(normal, RouteView.CONNECTIONS).stream()
                .map(holder -> HolderView.of(holder, visible::request))
                .toList();
        PoolSnapshot now = pool.snapshot();
        List<PoolSetting> settings = visible.settings(pool, normal);
        List<RouteView> routes = now.routes().stream()
                .filter(route -> route.target().equals(normal))
                .map(route -> RouteView.alone(route, holders, settings))
                .toList();
        return of(pool, visible.clients(pool), now, routes, visible.settings(pool));
    }

    private static Stream<RouteSnapshot> busiest(PoolSnapshot pool, int most) {
        return pool.routes().stream()
                .sorted(Comparator.comparingInt(RouteSnapshot::pending)
                        .thenComparingInt(RouteSnapshot::leased)
                        .thenComparingInt(RouteSnapshot::idle)
                        .reversed())
                .limit(most)
                .sorted(Comparator.comparing(RouteSnapshot::target));
    }

    private static PoolView of(
            ManagedPool pool,
            int clients,
            PoolSnapshot now,
            List<RouteView> routes,
            @Nullable List<PoolSetting> settings) {
        return new PoolView(
                now.name(),
                pool.config().protocol().name(),
                pool.isOpen(),
                clients,
                LevelView.of(now),
                CountsView.of(now),
                routes,
                now.routes().size() - routes.size(),
                pool.diagnose().findings().stream().map(FindingView::of).toList(),
                settings);
    }
}
