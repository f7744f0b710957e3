package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.diagnosis.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Examines a pool: collects what the groups of checks find. Not thread-safe. */
public final class Findings {

    private final List<Finding> found = new ArrayList<>();

    private Findings() {}

    /**
     * Examines the traffic of a pool.
     *
     * @param pool its figures
     * @return the findings, the most severe first
     */
    public static List<Finding> of(PoolFigures pool) {
        Findings findings = new Findings();
        Shortages.ofPool(pool, findings);
        for (RouteFigures route : pool.routes()) {
            Shortages.ofRoute(route, findings);
            CallChecks.of(pool, route, findings);
            CloseChecks.of(pool, route, findings);
        }
        return findings.sorted();
    }

    /**
     * Joins findings of several kinds.
     *
     * @param one some findings
     * @param other further ones
     * @return all of them, the most severe first
     */
    public static List<Finding> joined(List<Finding> one, List<Finding> other) {
        Findings all = new Findings();
        Stream.concat(one.stream(), other.stream()).forEach(all.found::add);
        return all.sorted();
    }

    private List<Finding> sorted() {
        found.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(found);
    }

    void warn(RouteFigures route, String what, String evidence, String advice) {
        found.add(new Finding(Severity.WARN, Optional.of(route.target()), what, evidence, advice));
    }

    void info(RouteFigures route, String what, String evidence, String advice) {
        found.add(new Finding(Severity.INFO, Optional.of(route.target()), what, evidence, advice));
    }

    void warn(String what, String evidence, String advice) {
        found.add(new Finding(Severity.WARN, Optional.empty(), what, evidence, advice));
    }
}
