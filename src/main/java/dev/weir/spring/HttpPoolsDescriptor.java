package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.config.RouteConfig;
import dev.weir.config.RouteConfig.Setting;
import dev.weir.diagnosis.Finding;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Holder;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All pools as the endpoint shows them. Times are in milliseconds.
 *
 * @param pools the pools by name
 * @param notes what is worth knowing beside them
 */
record HttpPoolsDescriptor(List<Pool> pools, List<String> notes) implements OperationResponseBody {

    /** More routes are not shown; the meters tell as many apart. */
    private static final int ROUTES = 100;

    /** Of each route; one with very many connections would make the response long. */
    private static final int CONNECTIONS = 40;

    static HttpPoolsDescriptor of(HttpPools pools) {
        return new HttpPoolsDescriptor(pools.pools().stream().map(Pool::summary).toList(), pools.notes());
    }

    /**
     * A pool.
     *
     * @param settings each setting with its origin; left out where all pools are shown
     */
    record Pool(
            String name,
            String protocol,
            int maxTotal,
            int leased,
            int idle,
            int pending,
            int dialing,
            List<Route> routes,
            int moreRoutes,
            List<Finding> findings,
            @Nullable List<Setting> settings)
            implements OperationResponseBody {

        static Pool summary(ManagedPool pool) {
            return of(pool, null, null);
        }

        static Pool whole(HttpPools pools, ManagedPool pool, @Nullable String target) {
            RouteConfig config =
                    target == null ? pool.config().effective() : pool.config().effective(target);
            return of(pool, target == null ? null : config.target(), pools.settings(pool, config));
        }

        private static Pool of(ManagedPool pool, @Nullable String target, @Nullable List<Setting> settings) {
            PoolSnapshot now = pool.snapshot();
            List<Route> routes = now.routes().stream()
                    .filter(route -> target == null || route.target().equals(target))
                    .sorted(Comparator.comparingInt((RouteSnapshot route) -> route.leased() + route.pending())
                            .reversed()
                            .thenComparing(RouteSnapshot::target))
                    .limit(ROUTES)
                    .map(route -> Route.of(route, pool, target != null, settings != null))
                    .toList();
            return new Pool(
                    now.name(),
                    pool.config().effective().protocol().name(),
                    now.maxTotal(),
                    now.leased(),
                    now.idle(),
                    now.pending(),
                    now.dialing(),
                    routes,
                    now.routes().size() - routes.size(),
                    pool.diagnose().findings(),
                    settings);
        }
    }

    /**
     * A route.
     *
     * @param closedBy closed connections by cause
     * @param leases leases by outcome
     * @param connections its oldest connections, a line for each; left out where all pools are shown
     * @param holders the callers that have held a connection for longest; left out unless one route is shown
     */
    record Route(
            String target,
            int limit,
            int leased,
            int idle,
            int pending,
            int dialing,
            long opened,
            long closed,
            Map<String, Long> closedBy,
            Map<String, Long> leases,
            @Nullable Long learnedKeepAlive,
            @Nullable List<String> connections,
            @Nullable List<String> holders) {

        static Route of(RouteSnapshot route, ManagedPool pool, boolean isAlone, boolean isWhole) {
            return new Route(
                    route.target(),
                    route.limit(),
                    route.leased(),
                    route.idle(),
                    route.pending(),
                    route.dialing(),
                    route.opened(),
                    route.closed(),
                    counts(route.closedBy()),
                    counts(route.leases()),
                    route.learnedKeepAlive().map(Duration::toMillis).orElse(null),
                    isWhole
                            ? route.connections().stream()
                                    .limit(CONNECTIONS)
                                    .map(ConnectionSnapshot::toString)
                                    .toList()
                            : null,
                    isAlone
                            ? pool.holders(route.target(), CONNECTIONS).stream()
                                    .map(Holder::toString)
                                    .toList()
                            : null);
        }

        private static <K extends Enum<K>> Map<String, Long> counts(Map<K, Long> all) {
            Map<String, Long> counts = new TreeMap<>();
            all.forEach((key, count) -> {
                if (count > 0) {
                    counts.put(key.name(), count);
                }
            });
            return counts;
        }
    }
}
