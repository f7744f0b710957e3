package dev.weir.config;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** What a builder complains about. */
final class Violations {
    private Violations() {}

    static List<Violation> of(PoolConfig.Builder builder) {
        return of(builder::build);
    }

    private static List<Violation> of(Supplier<PoolConfig> builder) {
        try {
            PoolConfig unused = builder.get();
            return List.of();
        } catch (InvalidPoolConfigException e) {
            return e.violations();
        }
    }

    static List<Violation> of(UnaryOperator<PoolConfig.Builder> knobs) {
        return of(knobs.apply(PoolConfig.builder("shop")));
    }

    /** What it complains about for an asynchronous pool. */
    static List<Violation> ofAsync(UnaryOperator<PoolConfig.Builder> knobs) {
        return of(knobs.apply(PoolConfig.builder("shop"))::asyncConfig);
    }

    static List<String> rulesOfAsync(UnaryOperator<PoolConfig.Builder> knobs) {
        return ofAsync(knobs).stream().map(Violation::rule).toList();
    }

    static List<String> rules(UnaryOperator<PoolConfig.Builder> knobs) {
        return of(knobs).stream().map(Violation::rule).toList();
    }
}
