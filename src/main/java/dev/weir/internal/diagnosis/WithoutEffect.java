package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds settings that this release checks and keeps, but does not act on yet: nobody shall rely on them unawares. */
public final class WithoutEffect {

    private WithoutEffect() {}

    /**
     * Looks for such settings among the explicit ones.
     *
     * @param config the pool's configuration
     * @return the finding, if there are any
     */
    public static Optional<Finding> find(PoolConfig config) {
        List<String> knobs = new ArrayList<>();
        if (isExplicit(config, "dialing.maxConcurrent")) {
            knobs.add("dialing.maxConcurrent");
        }
        return knobs.isEmpty() ? Optional.empty() : Optional.of(finding(knobs));
    }

    private static boolean isExplicit(PoolConfig config, String knob) {
        return config.effective().setting(knob).origin().equals("pool");
    }

    private static Finding finding(List<String> knobs) {
        return new Finding(
                Finding.Severity.WARN,
                Optional.empty(),
                "Settings that have no effect in this release are set.",
                "Set: " + String.join(", ", knobs) + ".",
                "Do not rely on them; the changelog says from which release on they work.");
    }
}
