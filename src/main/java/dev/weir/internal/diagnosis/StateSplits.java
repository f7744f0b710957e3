package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds connections that are bound to users, so that one user's idle connections make room for those of another. */
final class StateSplits {

    private static final long ENOUGH = 5;

    private StateSplits() {}

    static Optional<Finding> find(PoolFigures pool, RouteFigures route) {
        Traffic traffic = route.traffic();
        long evicted = traffic.closed(CloseCause.EVICTED_FOR_ROUTE);
        boolean hurts = evicted >= ENOUGH && traffic.totalDials() * 5 > traffic.totalLeases();
        if (!pool.config().connectionState() || !hurts) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Connections are bound to users (" + route.names().of("connectionState")
                        + "), so that they are seldom shared.",
                evicted + " idle connections made room for those of others " + Wording.lately(traffic.span()) + "; "
                        + traffic.totalDials() + " dials for " + traffic.totalLeases() + " requests.",
                "Switch " + route.names().of("connectionState")
                        + " off, unless users authenticate by connection (NTLM, client certificates per"
                        + " user); then raise " + route.limitKnob() + ".");
    }
}
