package dev.weir.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What one benchmark with one set of parameters found in one mode.
 *
 * @param benchmark the method with its class and package
 * @param mode JMH's short name of the mode, such as {@code avgt}
 * @param params the parameters, in the order of JMH
 * @param primary the score
 * @param secondary all other figures, by their names
 */
public record Measured(
        String benchmark, String mode, Map<String, String> params, Metric primary, Map<String, Metric> secondary) {

    /** Copies what may change. */
    public Measured {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        secondary = Map.copyOf(secondary);
    }

    /**
     * Returns the name of the benchmark's class.
     *
     * @return the name without its package
     */
    public String className() {
        return benchmark.replaceFirst("^.*\\.([^.]+)\\.[^.]+$", "$1");
    }

    /**
     * Returns the method and its parameters.
     *
     * @return such as {@code send (callers=8)}
     */
    public String variant() {
        String method = benchmark.replaceFirst("^.*\\.", "");
        String settings = params.entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(", "));
        return settings.isEmpty() ? method : method + " (" + settings + ")";
    }

    /**
     * Returns a parameter.
     *
     * @param name its name
     * @return its value
     * @throws NullPointerException if the benchmark has no such parameter
     */
    public String param(String name) {
        return Objects.requireNonNull(params.get(name), name);
    }

    /**
     * Says whether a figure was measured.
     *
     * @param figure its name
     * @return true if it was
     */
    public boolean has(String figure) {
        return secondary.containsKey(figure);
    }

    /**
     * Returns one of the other figures.
     *
     * @param figure its name
     * @return the figure
     * @throws NullPointerException if it was not measured
     */
    public Metric figure(String figure) {
        return Objects.requireNonNull(secondary.get(figure), figure);
    }
}
