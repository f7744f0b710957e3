package dev.weir.bench;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Hands figures to JMH whose names only the benchmark knows: JMH's own counters have one field for each. JMH makes the
 * profiler by itself, in the JVM of the benchmark, and so what is noted is static.
 */
public final class Figures implements InternalProfiler {

    private static final Queue<ScalarResult> NOTED = new ConcurrentLinkedQueue<>();

    static void note(String name, double value) {
        if (Double.isNaN(value)) {
            return; // JMH would write a word
        }
        NOTED.add(new ScalarResult(name, value, "#", AggregationPolicy.AVG));
    }

    @Override
    public String getDescription() {
        return "What the benchmark has counted itself";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        NOTED.clear();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return List.copyOf(NOTED);
    }
}
