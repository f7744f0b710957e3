package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds explicit values that are legal but most often a mistake, such as milliseconds where seconds were meant. Pure. */
public final class UnlikelyValues {

    // A round trip between two continents takes 300 ms, one within a data center 1 ms.
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    // One address of a host has 65,535 ports, and a process rarely a million file descriptors.
    private static final int MOST_CONNECTIONS = 1_000_000;

    private UnlikelyValues() {}

    /**
     * Looks for such values.
     *
     * @param config the configuration of the pool
     * @param names how its settings are called
     * @return a warning for each
     */
    public static List<String> find(PoolConfig config, SettingNames names) {
        Stream<String> times = Stream.of(
                        warning(
                                config,
                                names,
                                "timeouts.connect",
                                each -> each.timeouts().connect()),
                        warning(
                                config,
                                names,
                                "timeouts.read",
                                each -> each.timeouts().read()),
                        warning(
                                config,
                                names,
                                "timeouts.total",
                                each -> each.timeouts().total()))
                .flatMap(List::stream);
        return Stream.concat(times, limit(config, names).stream()).toList();
    }

    private static List<String> warning(
            PoolConfig config, SettingNames names, String name, Function<PoolConfig, Duration> time) {
        Duration value = time.apply(config);
        Setting setting = config.effective().setting(name);
        boolean isLikely = value.isZero() || (value.compareTo(SHORTEST) >= 0 && value.compareTo(LONGEST) <= 0);
        return isLikely || !setting.origin().equals("pool")
                ? List.of()
                : List.of(
                        names.of(name) + " = " + setting.value() + " is unusual (10ms to 1h is usual): check its unit");
    }

    private static List<String> limit(PoolConfig config, SettingNames names) {
        return config.maxTotal() <= MOST_CONNECTIONS
                ? List.of()
                : List.of(names.of("maxTotal") + " = " + config.maxTotal()
                        + " is no limit: a process cannot have that many connections");
    }
}
