package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import java.time.Duration;
import java.util.Optional;

/** Finds a leak detection that reports callers that may still be waiting for the next byte. Pure. */
public final class EarlyLeaks {

    private EarlyLeaks() {}

    /**
     * Compares leak detection with the timeout of a pool. An explicit timeout cannot be longer, but the default one can.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return a warning, if leaks are reported too early
     */
    public static Optional<String> find(PoolConfig config, SettingNames names) {
        Duration threshold = config.leakDetection();
        boolean isEarly =
                !threshold.isZero() && threshold.compareTo(config.timeouts().read()) < 0;
        return isEarly ? Optional.of(warning(config, names)) : Optional.empty();
    }

    private static String warning(PoolConfig config, SettingNames names) {
        return names.of("leakDetection") + " (" + value(config, "leakDetection") + ") is shorter than "
                + names.of("timeouts.read") + " (" + value(config, "timeouts.read")
                + "), so that callers that wait for the next byte are reported as leaks: raise the first or lower the"
                + " second";
    }

    private static String value(PoolConfig config, String setting) {
        return config.effective().setting(setting).value();
    }
}
