package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.List;
import java.util.Optional;

/** Tells of what was given to an asynchronous pool that only blocking pools use: nobody shall rely on it unawares. Pure. */
public final class ForBlockingPools {

    private ForBlockingPools() {}

    /**
     * Tells of it.
     *
     * @param collaborators what was set that only blocking pools use
     * @return the finding, if there is anything
     */
    public static Optional<Finding> find(List<String> collaborators) {
        return collaborators.isEmpty() ? Optional.empty() : Optional.of(finding(collaborators));
    }

    private static Finding finding(List<String> knobs) {
        return new Finding(
                Finding.Severity.WARN,
                Optional.empty(),
                "Settings are set that have an effect on blocking pools only, but this one is asynchronous.",
                "Set: " + String.join(", ", knobs) + ".",
                "Do not rely on them here: leave them out, or build the pool with build().");
    }
}
