package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import dev.weir.event.CloseCause;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;

/**
 * Keeps the idle connections of all routes within {@code maxIdle}: closes the least recently used, whatever their route.
 * Thread-safe.
 *
 * <p>It looks at all idle connections, but only when one of them has to close, which costs more than looking. One thread at
 * a time does so, also for threads that arrive meanwhile: no caller waits for another.
 */
final class IdleTrim implements Runnable {

    private final Routes routes;
    private final SegmentedPool<HttpRoute, ManagedHttpClientConnection> store;
    private final LongSupplier nanoClock;
    // How many requests are open. The thread that raises it from zero trims until no other has asked meanwhile.
    private final AtomicInteger asked = new AtomicInteger();

    /** A connection, and its idle time when it was checked, which changes meanwhile. */
    private record Resting(PooledConnection connection, long idleNanos) {}

    IdleTrim(Routes routes, SegmentedPool<HttpRoute, ManagedHttpClientConnection> store, LongSupplier nanoClock) {
        this.routes = routes;
        this.store = store;
        this.nanoClock = nanoClock;
    }

    @Override
    public void run() {
        if (asked.getAndIncrement() > 0) {
            return;
        }
        boolean isDone = false;
        try {
            int seen;
            do {
                seen = asked.get();
                trim();
            } while (!asked.compareAndSet(seen, 0));
            isDone = true;
        } finally {
            if (!isDone) {
                asked.set(0); // the next thread tries again
            }
        }
    }

    private void trim() {
        int surplus = store.surplusIdle();
        int closed = surplus;
        while (surplus > 0 && closed > 0) { // those leased meanwhile are no longer idle and no longer count
            closed = close(oldest(surplus));
            surplus = store.surplusIdle();
        }
    }

    /** Finds those with the longest idle times, by route. */
    private Map<RouteState, Set<PooledConnection>> oldest(int most) {
        PriorityQueue<Resting> oldest = new PriorityQueue<>(Comparator.comparingLong(Resting::idleNanos));
        long nowNanos = nanoClock.getAsLong();
        for (RouteState route : routes.busy()) {
            if (route.idle.get() > route.policy().minIdle) {
                closable(route, nowNanos).forEach(idle -> add(idle, oldest, most));
            }
        }
        Map<RouteState, Set<PooledConnection>> byRoute = new HashMap<>();
        oldest.forEach(each -> byRoute.computeIfAbsent(each.connection.route(), route -> new HashSet<>())
                .add(each.connection));
        return byRoute;
    }

    /** All idle ones, except the most recently used ones that the route must keep. */
    private static Stream<Resting> closable(RouteState route, long nowNanos) {
        Stream<Resting> idle = route.connections().stream()
                .filter(PooledConnection::isIdle)
                .map(each -> new Resting(each, nowNanos - each.idleState().sinceNanos()));
        int kept = route.policy().minIdle;
        return kept == 0
                ? idle
                : idle.sorted(Comparator.comparingLong(Resting::idleNanos).reversed())
                        .limit(Math.max(0, route.idle.get() - kept));
    }

    private static void add(Resting idle, PriorityQueue<Resting> oldest, int most) {
        Resting youngest = oldest.peek();
        if (youngest != null && oldest.size() == most) {
            if (youngest.idleNanos >= idle.idleNanos) {
                return;
            }
            oldest.poll();
        }
        oldest.add(idle);
    }

    private int close(Map<RouteState, Set<PooledConnection>> chosen) {
        int[] closed = {0};
        chosen.forEach((route, connections) -> store.sweep(route.route(), entry -> {
            boolean goes = doomIfChosen(connections, entry);
            closed[0] += goes ? 1 : 0;
            return goes;
        }));
        return closed[0];
    }

    private static boolean doomIfChosen(
            Set<PooledConnection> connections, PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        PooledConnection connection = (PooledConnection) entry.getConnection();
        if (connection == null) {
            return true; // closed by a caller that noticed the end of the pool
        }
        boolean goes = connections.contains(connection);
        if (goes) {
            connection.doom(CloseCause.SURPLUS_IDLE);
        }
        return goes;
    }
}
