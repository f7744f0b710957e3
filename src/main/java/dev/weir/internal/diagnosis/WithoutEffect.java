package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import dev.weir.internal.event.FindingData;
import java.util.List;
import java.util.Optional;

/** Finds HTTP settings that have no effect: no user should rely on them unknowingly. Pure. */
public final class WithoutEffect {

    private WithoutEffect() {}

    /**
     * Looks for settings that a factory of connections decides.
     *
     * @param config the configuration of a blocking pool with a factory of its own
     * @param names the names of its settings
     * @return the finding, if there are any
     */
    public static Optional<Finding> besideFactory(PoolConfig config, SettingNames names) {
        List<String> knobs = config.effective().settings().stream()
                .filter(setting -> setting.name().startsWith("http1."))
                .filter(setting -> setting.origin().equals("pool"))
                .map(setting -> names.of(setting.name()))
                .toList();
        return knobs.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        "Settings are set beside a connectionFactory, which decides instead.",
                        knobs,
                        "Give the factory its own, or leave connectionFactory out."));
    }

    /**
     * Tells what a customizer has set.
     *
     * @param setters the setters of HttpClient's builder that have no effect
     * @return the finding, if there are any
     */
    public static Optional<Finding> inCustomizer(List<String> setters) {
        return setters.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(
                        "Settings on the builder of the client have no effect, because the pool makes the connections.",
                        setters,
                        "Set it on the pool: http1(h -> h.config(...).charCoding(...)), http2(h -> h.config(...)), "
                                + "reactor(r -> r.own(true).config(...))."));
    }

    private static Finding finding(String what, List<String> set, String advice) {
        return new FindingData(
                Finding.Severity.WARN, Optional.empty(), what, "Set: " + String.join(", ", set) + ".", advice);
    }
}
