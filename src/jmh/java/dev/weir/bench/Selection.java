package dev.weir.bench;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Optional;

/**
 * The benchmarks that options select, as JMH does: each with each value of its parameters.
 *
 * @param count how many there are
 * @param seconds how long their iterations are, with something for the start of each JVM; they may take longer
 */
record Selection(int count, double seconds) {

    private static final double START_SECONDS = 1.5;

    /** What most of the benchmarks that name no time come close to. */
    private static final TimeValue SECOND = TimeValue.seconds(1);

    static Selection of(Options options, OutputFormat out) {
        int modes = Math.max(1, options.getBenchModes().size());
        int count = 0;
        double seconds = 0;
        for (BenchmarkListEntry benchmark :
                BenchmarkList.defaultList().find(out, options.getIncludes(), options.getExcludes())) {
            int variants = modes * variants(benchmark, options);
            count += variants;
            seconds += variants * seconds(benchmark, options);
        }
        return new Selection(count, seconds);
    }

    private static int variants(BenchmarkListEntry benchmark, Options options) {
        return benchmark.getParams().orElse(Map.of()).entrySet().stream()
                .mapToInt(param -> {
                    Optional<Collection<String>> asked = options.getParameter(param.getKey());
                    return asked.hasValue() ? asked.get().size() : param.getValue().length;
                })
                .reduce(1, (one, other) -> one * other);
    }

    private static double seconds(BenchmarkListEntry benchmark, Options options) {
        int forks = options.getForkCount().orElse(benchmark.getForks().orElse(1));
        return Math.max(1, forks)
                * (START_SECONDS
                        + seconds(
                                options.getWarmupIterations()
                                        .orElse(benchmark.getWarmupIterations().orElse(1)),
                                options.getWarmupTime()
                                        .orElse(benchmark.getWarmupTime().orElse(SECOND)))
                        + seconds(
                                options.getMeasurementIterations()
                                        .orElse(benchmark
                                                .getMeasurementIterations()
                                                .orElse(1)),
                                options.getMeasurementTime()
                                        .orElse(benchmark.getMeasurementTime().orElse(SECOND))));
    }

    /** Returns the same for one benchmark that JMH has made its own choices for. */
    static double seconds(BenchmarkParams benchmark) {
        return Math.max(1, benchmark.getForks())
                * (START_SECONDS + seconds(benchmark.getWarmup()) + seconds(benchmark.getMeasurement()));
    }

    private static double seconds(IterationParams iterations) {
        return seconds(iterations.getCount(), iterations.getTime());
    }

    private static double seconds(int iterations, TimeValue each) {
        return iterations * each.convertTo(TimeUnit.MILLISECONDS) / 1e3;
    }
}
