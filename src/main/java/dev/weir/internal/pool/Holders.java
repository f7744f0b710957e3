package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import dev.weir.internal.diagnosis.Exhaustion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the holders of scarce connections by looking at a limited number of leases: a refusal must be cheap even if there
 * are thousands. One thread uses it.
 */
final class Holders {

    /** The number of leases to look at, those of the caller's own route first. */
    static final int MOST_LOOKS = 512;

    private static final int MOST_TOLD = 5;

    private final long nowNanos;
    private final long[] agesNanos = new long[MOST_LOOKS];
    // The oldest ones, oldest first.
    private final List<Held> oldest = new ArrayList<>(MOST_TOLD + 1);
    private int looks;
    private int own;
    private int suspected;

    private record Held(PooledConnection on, HeldLease lease) {

        long leasedNanos() {
            return lease.leasedNanos();
        }

        Holder told(long nowNanos) {
            return lease.told(on.getId(), nowNanos);
        }
    }

    private Holders(long nowNanos) {
        this.nowNanos = nowNanos;
    }

    /** Looks at the leases of a route, and then at those of others. */
    static Holders of(RouteState route, Collection<RouteState> others, long nowNanos) {
        Holders holders = new Holders(nowNanos);
        holders.lookAt(route);
        for (RouteState other : others) {
            if (holders.looks == MOST_LOOKS) {
                break;
            }
            if (other != route) {
                holders.lookAt(other);
            }
        }
        return holders;
    }

    /** Returns the holders of connections to a target, longest first. */
    static List<Holder> of(Routes routes, String target, int most, long nowNanos) {
        List<Held> held = new ArrayList<>();
        routes.busy().stream()
                .filter(route -> route.target().equals(target))
                .flatMap(route -> route.connections().stream())
                .forEach(connection -> connection.forEachLease(lease -> held.add(new Held(connection, lease))));
        return held.stream()
                .sorted(Comparator.comparingLong(each -> each.leasedNanos() - nowNanos))
                .limit(most)
                .map(each -> each.told(nowNanos))
                .toList();
    }

    private void lookAt(RouteState route) {
        for (PooledConnection connection : route.connections()) {
            if (looks == MOST_LOOKS) {
                return;
            }
            connection.forEachLease(lease -> lookAt(new Held(connection, lease)));
        }
    }

    private void lookAt(Held held) {
        if (looks == MOST_LOOKS) {
            return;
        }
        HeldLease lease = held.lease;
        long ageNanos = Math.max(0, nowNanos - lease.leasedNanos());
        agesNanos[looks++] = ageNanos;
        own += lease.isHeldByThisThread() ? 1 : 0;
        suspected += lease.isSuspected() ? 1 : 0;
        if (oldest.size() < MOST_TOLD || ageNanos > age(oldest.size() - 1)) {
            keep(held, ageNanos);
        }
    }

    private void keep(Held held, long ageNanos) {
        int place = oldest.size();
        while (place > 0 && ageNanos > age(place - 1)) {
            place--;
        }
        oldest.add(place, held);
        if (oldest.size() > MOST_TOLD) {
            oldest.remove(MOST_TOLD);
        }
    }

    private long age(int place) {
        return Math.max(0, nowNanos - oldest.get(place).leasedNanos());
    }

    Exhaustion.Held figures() {
        Arrays.sort(agesNanos, 0, looks);
        // Half of them are held for at least this long.
        Duration median = looks == 0 ? Duration.ZERO : Duration.ofNanos(agesNanos[(looks - 1) / 2]);
        return new Exhaustion.Held(own, suspected, median);
    }

    List<Holder> told() {
        return oldest.stream().map(held -> held.told(nowNanos)).toList();
    }
}
