package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Who holds the connections of a target at a moment. */
final class HeldNow {

    private HeldNow() {}

    /** Returns those who have held them for longest, the longest first. */
    static List<Holder> of(Routes routes, String target, int most, long nowNanos) {
        List<HeldLease> held = new ArrayList<>();
        routes.busy().stream()
                .filter(route -> route.target().equals(target))
                .flatMap(route -> route.connections().stream())
                .forEach(connection -> HeldLease.forEach(connection, held::add));
        return held.stream()
                .sorted(Comparator.comparingLong(lease -> lease.leasedNanos() - nowNanos))
                .limit(most)
                .map(lease -> lease.told(nowNanos))
                .toList();
    }
}
