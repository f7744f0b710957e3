package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import dev.weir.internal.event.FindingData;
import java.util.List;
import java.util.Optional;

/** Finds settings of a blocking pool that only asynchronous pools use: no user should rely on them unknowingly. Pure. */
public final class ForAsyncPools {

    private ForAsyncPools() {}

    /**
     * Looks for such settings among the explicit ones.
     *
     * @param config the configuration of the blocking pool
     * @param names the names of its settings
     * @return the finding, if there are any
     */
    public static Optional<Finding> find(PoolConfig config, SettingNames names) {
        List<String> knobs = config.effective().settings().stream()
                .filter(setting ->
                        setting.name().startsWith("http2.") || setting.name().startsWith("reactor."))
                .filter(setting -> setting.origin().equals("pool"))
                .map(setting -> names.of(setting.name()))
                .toList();
        return knobs.isEmpty() ? Optional.empty() : Optional.of(finding(knobs, names));
    }

    private static Finding finding(List<String> knobs, SettingNames names) {
        return new FindingData(
                Finding.Severity.WARN,
                Optional.empty(),
                "Some settings affect asynchronous pools only, but this pool is blocking.",
                "Set: " + String.join(", ", knobs) + ".",
                "Do not rely on them here: leave them out, or build the pool with "
                        + names.of("buildAsync() and use its blockingClient()") + ".");
    }
}
