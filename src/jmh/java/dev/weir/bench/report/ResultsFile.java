package dev.weir.bench.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what JMH writes as JSON. */
public final class ResultsFile {

    private ResultsFile() {}

    /**
     * Reads the results of a run.
     *
     * @param file a file in JMH's JSON format
     * @return what was measured, in the order of the file
     */
    public static List<Measured> read(Path file) {
        return JsonMapper.shared()
                .readTree(file)
                .valueStream()
                .map(ResultsFile::measured)
                .toList();
    }

    private static Measured measured(JsonNode run) {
        return new Measured(
                run.path("benchmark").asString(),
                run.path("mode").asString(),
                each(run.path("params"), JsonNode::asString),
                metric(run.path("primaryMetric")),
                each(run.path("secondaryMetrics"), ResultsFile::metric));
    }

    private static Metric metric(JsonNode metric) {
        List<Double> iterations = metric.path("rawData")
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .map(ResultsFile::number)
                .toList();
        return new Metric(
                number(metric.path("score")),
                number(metric.path("scoreError")),
                metric.path("scoreUnit").asString(""),
                each(metric.path("scorePercentiles"), ResultsFile::number),
                iterations);
    }

    private static <T> Map<String, T> each(JsonNode object, Function<JsonNode, T> value) {
        return object.propertyStream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        property -> value.apply(property.getValue()),
                        (one, other) -> other,
                        LinkedHashMap::new));
    }

    /** JMH writes what is not a number as text. */
    private static double number(@Nullable JsonNode value) {
        return value == null || !value.isNumber() ? Double.NaN : value.asDouble();
    }
}
