package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;

/**
 * Keeps the idle connections of all routes within {@code maxIdle}: closes the least recently used, whatever their route.
 * Thread-safe. It looks at all idle connections, but only when one of them has to close, which costs more than looking.
 */
final class IdleTrim {

    private final Routes routes;
    private final SegmentedPool<HttpRoute, PooledConnection, RouteState> store;
    private final LongSupplier nanoClock;
    // Its holder trims; another thread that finds a surplus leaves it to the holder, which looks again afterwards.
    private final AtomicBoolean isTrimming = new AtomicBoolean();

    /** A connection, and its idle time when it was checked, which changes meanwhile. */
    private record Resting(PooledConnection connection, long idleNanos) {

        static final Comparator<Resting> LONGEST_FIRST =
                Comparator.comparingLong(Resting::idleNanos).reversed();
    }

    IdleTrim(Routes routes, SegmentedPool<HttpRoute, PooledConnection, RouteState> store, LongSupplier nanoClock) {
        this.routes = routes;
        this.store = store;
        this.nanoClock = nanoClock;
    }

    void run() {
        boolean goesOn = true;
        while (goesOn && store.surplusIdle() > 0 && isTrimming.compareAndSet(false, true)) {
            try {
                goesOn = close(oldest(store.surplusIdle()));
            } finally {
                isTrimming.set(false);
            }
        }
    }

    private Set<PooledConnection> oldest(int most) {
        long nowNanos = nanoClock.getAsLong();
        List<Resting> closable = new ArrayList<>();
        routes.busy().forEach(route -> closable.addAll(closable(route, nowNanos)));
        return closable.stream()
                .sorted(Resting.LONGEST_FIRST)
                .limit(most)
                .map(Resting::connection)
                .collect(Collectors.toSet());
    }

    /** All idle ones, except the most recently used ones that the route must keep. */
    private static List<Resting> closable(RouteState route, long nowNanos) {
        List<Resting> idle = route.connections().stream()
                .filter(PooledConnection::isIdle)
                .map(each -> new Resting(each, nowNanos - each.idleState().sinceNanos()))
                .sorted(Resting.LONGEST_FIRST)
                .toList();
        return idle.subList(0, Math.max(0, idle.size() - route.policy().minIdle));
    }

    // Those that were leased meanwhile are no longer idle and no longer count. False if that leaves none to close.
    private boolean close(Set<PooledConnection> chosen) {
        int[] closed = {0};
        for (RouteState route : chosen.stream().map(PooledConnection::route).collect(Collectors.toSet())) {
            route.sweep(entry -> {
                boolean goes = goes(chosen, entry);
                closed[0] += goes ? 1 : 0;
                return goes;
            });
        }
        return closed[0] > 0;
    }

    private static boolean goes(Set<PooledConnection> chosen, Entry<HttpRoute, PooledConnection> entry) {
        PooledConnection connection = entry.connection();
        if (connection == null) {
            return true; // closed by a caller that noticed the end of the pool
        }
        boolean goes = chosen.contains(connection);
        if (goes) {
            connection.doom(CloseCause.SURPLUS_IDLE);
        }
        return goes;
    }
}
