package dev.weir.bench;

import java.util.Collection;
import java.util.Map;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.util.Optional;

/** Counts the benchmarks that options select, as JMH does: each with each value of its parameters. */
final class Selection {

    private final Options options;

    Selection(Options options) {
        this.options = options;
    }

    int count(OutputFormat out) {
        int modes = Math.max(1, options.getBenchModes().size());
        return modes
                * BenchmarkList.defaultList().find(out, options.getIncludes(), options.getExcludes()).stream()
                        .mapToInt(this::variants)
                        .sum();
    }

    private int variants(BenchmarkListEntry benchmark) {
        return benchmark.getParams().orElse(Map.of()).entrySet().stream()
                .mapToInt(param -> {
                    Optional<Collection<String>> asked = options.getParameter(param.getKey());
                    return asked.hasValue() ? asked.get().size() : param.getValue().length;
                })
                .reduce(1, (one, other) -> one * other);
    }
}
