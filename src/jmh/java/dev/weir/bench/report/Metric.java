package dev.weir.bench.report;

import java.util.List;
import java.util.Map;

/**
 * One figure of a benchmark.
 *
 * @param score the figure over all iterations
 * @param error half of the interval of 99.9 % confidence; not a number with too few iterations
 * @param unit its unit
 * @param percentiles of the single samples, by the percentile as JMH writes it; empty if it took none
 * @param iterations the figure of each iteration, over all forks
 */
public record Metric(
        double score, double error, String unit, Map<String, Double> percentiles, List<Double> iterations) {

    /** Copies what may change. */
    public Metric {
        percentiles = Map.copyOf(percentiles);
        iterations = List.copyOf(iterations);
    }

    /**
     * Returns a percentile of the samples.
     *
     * @param percentile such as {@code 99.0}
     * @return the value, or not a number if no samples were taken
     */
    public double percentile(String percentile) {
        return percentiles.getOrDefault(percentile, Double.NaN);
    }
}
