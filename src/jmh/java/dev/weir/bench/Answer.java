package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a run answers in one sentence.
 *
 * @param question what is asked
 * @param className the benchmark that answers it
 * @param sentence makes the sentence from that benchmark's results, at least one; empty if they do not hold it
 */
record Answer(String question, String className, Function<List<Measured>, Optional<String>> sentence) {

    Stream<String> of(List<Measured> run) {
        List<Measured> own = run.stream()
                .filter(result -> result.className().equals(className))
                .toList();
        return own.isEmpty() ? Stream.empty() : sentence.apply(own).stream();
    }
}
