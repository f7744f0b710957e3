package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs all finders on a pool. Pure: each finder takes figures and returns a finding or none. */
public final class Examination {

    private static final List<Function<PoolFigures, Optional<Finding>>> OF_THE_POOL =
            List.of(RoutesCompete::find, OneEatsAll::find);

    private static final List<BiFunction<PoolFigures, RouteFigures, Optional<Finding>>> OF_A_ROUTE =
            List.of(Leaks::find, StateSplits::find, TooSmall::find, TooSmall::exhausted, HeldBack::find);

    private static final List<Function<RouteFigures, Optional<Finding>>> OF_A_ROUTE_ALONE = List.of(
            DialsFail::find,
            TimeoutsFire::find,
            TimeoutsFire::ofReads,
            RetriesUsedUp::find,
            KeepAliveTooLong::find,
            LearnedKeepAlive::find,
            BodiesNotConsumed::find,
            SendsTooMuch::find,
            PrivateConnections::find,
            Churn::find,
            FullHandshakes::find,
            TimeoutsOff::find,
            TooLarge::find);

    private Examination() {}

    /**
     * Examines a pool.
     *
     * @param pool its figures
     * @return the findings, the most severe first
     */
    public static List<Finding> of(PoolFigures pool) {
        List<Finding> findings = new ArrayList<>();
        OF_THE_POOL.forEach(finder -> finder.apply(pool).ifPresent(findings::add));
        for (RouteFigures route : pool.routes()) {
            OF_A_ROUTE.forEach(finder -> finder.apply(pool, route).ifPresent(findings::add));
            OF_A_ROUTE_ALONE.forEach(finder -> finder.apply(route).ifPresent(findings::add));
        }
        findings.sort(Comparator.comparing(Finding::severity).reversed());
        return findings;
    }
}
