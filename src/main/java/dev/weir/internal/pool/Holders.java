package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import dev.weir.internal.diagnosis.Exhaustion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The callers that hold scarce connections, longest first. */
final class Holders {

    private record Held(PooledConnection on, HeldLease lease) {}

    private final long nowNanos;
    private final List<Held> all = new ArrayList<>();

    /**
     * Looks at leases.
     *
     * @param routes the routes on which they are, the most important first
     * @param most look at no more: a refusal must be cheap even if there are thousands
     */
    Holders(Iterable<RouteState> routes, int most, long nowNanos) {
        this.nowNanos = nowNanos;
        for (RouteState route : routes) {
            for (PooledConnection connection : route.open()) {
                if (all.size() >= most) {
                    break;
                }
                for (HeldLease lease : connection.leases()) {
                    if (lease.isInUse()) {
                        all.add(new Held(connection, lease));
                    }
                }
            }
        }
        all.sort(Comparator.comparingLong(held -> held.lease.leasedNanos - nowNanos));
    }

    Exhaustion.Held figures() {
        int own = 0;
        int suspected = 0;
        for (Held held : all) {
            own += held.lease.isHeldByThisThread() ? 1 : 0;
            suspected += held.lease.isSuspected() ? 1 : 0;
        }
        // Half of them are held for at least this long.
        long medianNanos = all.isEmpty() ? 0 : nowNanos - all.get(all.size() / 2).lease.leasedNanos;
        return new Exhaustion.Held(own, suspected, Duration.ofNanos(Math.max(0, medianNanos)));
    }

    List<Holder> told(int most) {
        return all.stream()
                .limit(most)
                .map(held -> held.lease.told(held.on.getId(), nowNanos))
                .toList();
    }
}
