package dev.weir.testpool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import java.util.EnumMap;
import java.util.Map;

/** What the books of a pool say, and whether they balance. */
public final class PoolBooks {

    private PoolBooks() {}

    /** Waits until no caller uses the pool, then checks that opened less closed is idle, route by route. */
    public static PoolSnapshot atRest(ManagedPool pool) {
        PoolCall.awaitUntil(() -> isQuiet(pool.snapshot()));
        PoolCall.awaitUntil(() -> hasClosed(pool.snapshot()));
        PoolSnapshot rest = pool.snapshot();
        assertThat(rest.routes()).allSatisfy(PoolBooks::balances);
        return rest;
    }

    /** Checks the manager's figures, too. */
    public static PoolSnapshot atRest(HttpPool pool) {
        PoolSnapshot rest = atRest((ManagedPool) pool);
        assertThat(pool.connectionManager().getTotalStats().getLeased()).isZero();
        // One that its server closes at this moment may be in the one figure and not in the other.
        PoolCall.awaitUntil(() -> pool.connectionManager().getTotalStats().getAvailable()
                == pool.snapshot().idle());
        return rest;
    }

    private static boolean isQuiet(PoolSnapshot snapshot) {
        return snapshot.leased() == 0 && snapshot.pending() == 0 && snapshot.dialing() == 0;
    }

    // A connection leaves the pool first and is closed then.
    private static boolean hasClosed(PoolSnapshot snapshot) {
        return snapshot.routes().stream().allMatch(route -> route.opened() - route.closed() == route.idle());
    }

    public static void balances(RouteSnapshot route) {
        assertThat(route.opened() - route.closed())
                .as("open at %s", route.target())
                .isEqualTo(route.idle());
        assertThat(route.closedBy().values().stream().mapToLong(Long::longValue).sum())
                .as("causes at %s", route.target())
                .isEqualTo(route.closed());
        assertThat(route.connections()).hasSize(route.idle());
    }

    public static Map<CloseCause, Long> causes(ManagedPool pool) {
        Map<CloseCause, Long> sums = new EnumMap<>(CloseCause.class);
        pool.snapshot()
                .routes()
                .forEach(route -> route.closedBy().forEach((cause, n) -> sums.merge(cause, n, Long::sum)));
        return sums;
    }

    public static Map<LeaseOutcome, Long> outcomes(ManagedPool pool) {
        Map<LeaseOutcome, Long> sums = new EnumMap<>(LeaseOutcome.class);
        pool.snapshot().routes().forEach(route -> route.leases().forEach((how, n) -> sums.merge(how, n, Long::sum)));
        return sums;
    }

    public static long leases(ManagedPool pool) {
        return outcomes(pool).values().stream().mapToLong(Long::longValue).sum();
    }
}
