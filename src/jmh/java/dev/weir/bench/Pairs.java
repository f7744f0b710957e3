package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/** The pairs of one run of a benchmark in which plain HttpClient 5 and a pool take turns. */
final class Pairs {

    private final Measured run;

    Pairs(Measured run) {
        this.run = run;
    }

    int count() {
        return run.primary().iterations().size();
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
        List<Double> plain = run.figure("plain" + figure).iterations();
        List<Double> weir = run.figure("weir" + figure).iterations();
        return Spread.of(IntStream.range(0, count()).mapToDouble(i -> both.applyAsDouble(plain.get(i), weir.get(i))));
    }
}
