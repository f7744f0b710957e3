package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Optional;

/** Finds a route whose requests fail so often that no retries are left. */
final class RetriesUsedUp {

    private RetriesUsedUp() {}

    static Optional<Finding> find(RouteFigures route) {
        RetryFigures retries = route.retries();
        if (retries.refused() == 0) {
            return Optional.empty();
        }
        String knob = route.knob("retry.budget");
        return Findings.warn(
                route,
                "So many requests fail that no retries are left for them.",
                retries.refused() + " retries were not made, " + retries.sent() + " were, since the first of them was"
                        + " refused; " + knob + " allows " + retries.budget()
                        + " of the requests of 10 s, and 10 more.",
                "Find out why the server fails or refuses requests. Raise " + knob
                        + " only if it can take the additional load; lower "
                        + route.knob("retry.maxRetries")
                        + " if retries seldom help.");
    }
}
