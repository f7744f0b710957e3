package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Optional;

/** Makes findings. Pure. */
final class Findings {

    private Findings() {}

    static Optional<Finding> warn(RouteFigures route, String what, String evidence, String advice) {
        return Optional.of(new Finding(Finding.Severity.WARN, Optional.of(route.target()), what, evidence, advice));
    }

    static Optional<Finding> info(RouteFigures route, String what, String evidence, String advice) {
        return Optional.of(new Finding(Finding.Severity.INFO, Optional.of(route.target()), what, evidence, advice));
    }

    static Optional<Finding> warn(String what, String evidence, String advice) {
        return Optional.of(new Finding(Finding.Severity.WARN, Optional.empty(), what, evidence, advice));
    }
}
