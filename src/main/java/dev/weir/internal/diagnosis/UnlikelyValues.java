package dev.weir.internal.diagnosis;

import dev.weir.config.PoolConfig;
import dev.weir.config.RouteConfig;
import dev.weir.config.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds explicit values that are legal but most often a mistake, such as milliseconds where seconds were meant. Pure. */
public final class UnlikelyValues {

    // A round trip between two continents takes 300 ms, one within a data center 1 ms.
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(1);

    // One address of a host has 65,535 ports, and a process rarely a million file descriptors.
    private static final int MOST_CONNECTIONS = 1_000_000;

    private static final List<Time> TIMES = List.of(
            new Time("timeouts.connect", Timeouts::connect),
            new Time("timeouts.read", Timeouts::read),
            new Time("timeouts.total", Timeouts::total));

    /** A time to check. */
    private record Time(String name, Function<Timeouts, Duration> value) {}

    private UnlikelyValues() {}

    /**
     * Looks for such values.
     *
     * @param config the configuration of the pool
     * @param names the names of its settings
     * @return a warning for each, of the pool and of the rules of its routes
     */
    public static List<String> find(PoolConfig config, SettingNames names) {
        Stream<String> ofPool = times(config.effective(), "pool", names::of);
        Stream<String> ofRoutes = config.routes().stream().flatMap(rule -> ofRule(config, rule.target()));
        return Stream.of(ofPool, ofRoutes, limit(config, names).stream())
                .flatMap(warnings -> warnings)
                .toList();
    }

    private static Stream<String> ofRule(PoolConfig config, String target) {
        // For a pattern, any matching origin shows what its rule says.
        RouteConfig route = config.effective(target.replace("*", "any"));
        return times(route, "route " + target, name -> "route[" + target + "]." + name);
    }

    private static Stream<String> times(RouteConfig of, String origin, UnaryOperator<String> called) {
        return TIMES.stream()
                .filter(time -> of.setting(time.name()).origin().equals(origin))
                .filter(time -> isUnlikely(time.value().apply(of.timeouts())))
                .map(time -> called.apply(time.name()) + " = "
                        + of.setting(time.name()).value() + " is unusual (10ms to 1h is usual): check its unit");
    }

    private static boolean isUnlikely(Duration value) {
        return !value.isZero() && (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0);
    }

    private static List<String> limit(PoolConfig config, SettingNames names) {
        return config.maxTotal() <= MOST_CONNECTIONS
                ? List.of()
                : List.of(names.of("maxTotal") + " = " + config.maxTotal()
                        + " is no limit: a process cannot have that many connections");
    }
}
