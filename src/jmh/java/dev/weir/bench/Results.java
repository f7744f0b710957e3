package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run measured, in the order of its file.
 *
 * @param all one for each benchmark with each value of its parameters
 */
record Results(List<Result> all) {

    /**
     * What one benchmark with its parameters found.
     *
     * @param benchmark the simple name of its class
     * @param params its parameters, in the order of JMH
     * @param iterations how many a fork had
     * @param figures the values of all iterations, fork by fork, by the name of the figure; {@code score} is JMH's own
     */
    record Result(String benchmark, Map<String, String> params, int iterations, Map<String, double[]> figures) {

        /** The same for one of two clients that took turns, whose figures end so. */
        private Result of(String client, String end) {
            Map<String, String> named = new LinkedHashMap<>(Map.of("client", client));
            named.putAll(params);
            Map<String, double[]> own = new LinkedHashMap<>(figures);
            figures.forEach((figure, values) -> own.put(figure.replace(end, ""), values));
            return new Result(benchmark, named, iterations, own);
        }

        String label() {
            return String.join(", ", params.values());
        }

        /** The median of the iterations; not a number if the figure is unknown. */
        double median(String figure) {
            return median(figures.getOrDefault(figure, new double[0]).clone());
        }

        private static double median(double[] values) {
            Arrays.sort(values);
            int middle = values.length / 2;
            if (values.length == 0) {
                return Double.NaN;
            }
            return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
        }

        /** The median of the ratios of two figures of the same iteration. */
        double ratio(String figure, String base) {
            double[] values = figures.getOrDefault(figure, new double[0]);
            double[] bases = figures.getOrDefault(base, new double[0]);
            return median(IntStream.range(0, Math.min(values.length, bases.length))
                    .mapToDouble(i -> values[i] / bases[i])
                    .toArray());
        }

        /** The median of the forks of an iteration, from 0. */
        double interval(String figure, int index) {
            double[] values = figures.getOrDefault(figure, new double[0]);
            return median(IntStream.range(0, values.length)
                    .filter(i -> i % iterations == index)
                    .mapToDouble(i -> values[i])
                    .toArray());
        }

        double last(String figure) {
            return interval(figure, iterations - 1);
        }
    }

    static Results of(Path json) throws IOException {
        List<Result> results = new ArrayList<>();
        for (JsonNode run : JsonMapper.shared().readTree(json)) {
            String[] name = run.path("benchmark").asString().split("\\.", -1);
            Map<String, String> params = new LinkedHashMap<>();
            run.path("params")
                    .propertyStream()
                    .forEach(
                            param -> params.put(param.getKey(), param.getValue().asString()));
            Map<String, double[]> figures = new LinkedHashMap<>();
            JsonNode score = run.path("primaryMetric");
            figures.put("score", iterations(score));
            run.path("secondaryMetrics")
                    .propertyStream()
                    .forEach(figure -> figures.put(figure.getKey(), iterations(figure.getValue())));
            Result result = new Result(
                    name[name.length - 2], params, score.path("rawData").path(0).size(), figures);
            results.addAll(
                    figures.containsKey("cpuOfWeir")
                            ? List.of(result.of("plain HttpClient 5", "OfPlain"), result.of("Weir", "OfWeir"))
                            : List.of(result));
        }
        return new Results(results);
    }

    /** All iterations of all forks; JMH writes what is not a number as text. */
    private static double[] iterations(JsonNode metric) {
        return metric.path("rawData")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .mapToDouble(value -> value.isNumber() ? value.asDouble() : Double.NaN)
                .toArray();
    }

    Results of(String benchmark) {
        return new Results(all.stream()
                .filter(result -> result.benchmark.equals(benchmark))
                .toList());
    }

    /** The median of a figure of the first result with these words in its label. */
    OptionalDouble median(String benchmark, String words, String figure) {
        return first(benchmark, words, result -> result.median(figure));
    }

    /** Likewise of the last iteration of each fork. */
    OptionalDouble last(String benchmark, String words, String figure) {
        return first(benchmark, words, result -> result.last(figure));
    }

    OptionalDouble first(String benchmark, String words, ToDoubleFunction<Result> figure) {
        return of(benchmark).all.stream()
                .filter(result -> result.label().equals(words))
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .findFirst();
    }
}
