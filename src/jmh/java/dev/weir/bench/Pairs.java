package dev.weir.bench;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleBinaryOperator;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The pairs of one run of {@link OverheadBenchmark} or {@link SpikeBenchmark}. */
@SuppressWarnings("rawtypes") // as JMH declares them
final class Pairs {

    private final List<Map<String, Result>> iterations;

    Pairs(RunResult run) {
        iterations = run.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .map(IterationResult::getSecondaryResults)
                .toList();
    }

    static boolean areIn(RunResult run) {
        Collection<String> figures = run.getSecondaryResults().keySet();
        return figures.contains("plainCpu") && figures.contains("weirCpu");
    }

    int count() {
        return iterations.size();
    }

    Spread plain(String figure) {
        return each(figure, (plain, weir) -> plain);
    }

    Spread weir(String figure) {
        return each(figure, (plain, weir) -> weir);
    }

    Spread ratio(String figure) {
        return each(figure, (plain, weir) -> weir / plain);
    }

    Spread difference(String figure) {
        return each(figure, (plain, weir) -> weir - plain);
    }

    private Spread each(String figure, DoubleBinaryOperator both) {
        return Spread.of(iterations.stream()
                .mapToDouble(pair -> both.applyAsDouble(score(pair, "plain" + figure), score(pair, "weir" + figure))));
    }

    private static double score(Map<String, Result> pair, String figure) {
        return Objects.requireNonNull(pair.get(figure), figure).getScore();
    }
}
