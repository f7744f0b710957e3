package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds settings of an asynchronous pool that only blocking pools act on: nobody shall rely on them unawares. Pure. */
public final class ForBlockingPools {

    private ForBlockingPools() {}

    /**
     * Looks for such settings among the explicit ones.
     *
     * @param config the configuration of the asynchronous pool
     * @param collaborators what was set beside it that only blocking pools use
     * @return the finding, if there are any
     */
    public static Optional<Finding> find(PoolConfig config, List<String> collaborators) {
        List<String> knobs = new ArrayList<>();
        if (config.keepAlive().learn() && isExplicit(config, "keepAlive.learn")) {
            knobs.add("keepAlive.learn");
        }
        if (isExplicit(config, "dialing.maxConcurrent")) {
            knobs.add("dialing.maxConcurrent");
        }
        if (config.leakDetection().compareTo(Duration.ZERO) > 0) {
            knobs.add("leakDetection");
        }
        knobs.addAll(collaborators);
        return knobs.isEmpty() ? Optional.empty() : Optional.of(finding(knobs));
    }

    private static boolean isExplicit(PoolConfig config, String knob) {
        return config.effective().setting(knob).origin().equals("pool");
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
