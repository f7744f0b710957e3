package dev.weir.spring.actuate;

import dev.weir.event.RouteSnapshot;
import dev.weir.spring.PoolSetting;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route as the endpoint shows it.
 *
 * @param target scheme, host and port
 * @param level what it holds now
 * @param counts what it did so far
 * @param recent what it carried recently
 * @param learnedKeepAliveMillis the idle time that the server was seen to allow; left out where nothing was learned
 * @param learnedMaxRequests the requests after which the server was seen to end connections; left out where nothing was
 *     learned
 * @param connections the oldest of its connections; left out where all pools are shown
 * @param moreConnections how many connections are left out of them
 * @param holders the callers that have held a connection for longest; left out unless one route is shown
 * @param settings what is set for the route, or by a rule that matches it, and what follows; left out unless one route is
 *     shown
 */
record RouteView(
        String target,
        LevelView level,
        CountsView counts,
        RecentView recent,
        @Nullable Long learnedKeepAliveMillis,
        @Nullable Long learnedMaxRequests,
        @Nullable List<ConnectionView> connections,
        @Nullable Integer moreConnections,
        @Nullable List<HolderView> holders,
        @Nullable List<PoolSetting> settings) {

    /** Twice the default limit of a route; one with very many connections would make the response long. */
    static final int CONNECTIONS = 40;

    static RouteView summary(RouteSnapshot route) {
        return of(route, null, null, null, null);
    }

    static RouteView whole(RouteSnapshot route) {
        return whole(route, null, null);
    }

    static RouteView alone(RouteSnapshot route, List<HolderView> holders, List<PoolSetting> settings) {
        return whole(route, holders, settings);
    }

    private static RouteView whole(
            RouteSnapshot route, @Nullable List<HolderView> holders, @Nullable List<PoolSetting> settings) {
        List<ConnectionView> oldest = route.connections().stream()
                .limit(CONNECTIONS)
                .map(ConnectionView::of)
                .toList();
        return of(route, oldest, route.connections().size() - oldest.size(), holders, settings);
    }

    private static RouteView of(
            RouteSnapshot route,
            @Nullable List<ConnectionView> connections,
            @Nullable Integer moreConnections,
            @Nullable List<HolderView> holders,
            @Nullable List<PoolSetting> settings) {
        return new RouteView(
                route.target(),
                LevelView.of(route),
                CountsView.of(route),
                RecentView.of(route.recent()),
                route.learnedKeepAlive().map(Duration::toMillis).orElse(null),
                route.learnedMaxRequests().isPresent()
                        ? route.learnedMaxRequests().getAsLong()
                        : null,
                connections,
                moreConnections,
                holders,
                settings);
    }
}
