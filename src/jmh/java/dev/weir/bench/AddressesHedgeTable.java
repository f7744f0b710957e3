package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;
import java.util.stream.IntStream;

/** What {@link AddressesHedgeBenchmark} found. */
final class AddressesHedgeTable implements Tables {

    private static final String P99 = " p99";

    private static final List<Column> COLUMNS = List.of(
            Column.text("hedging"),
            Column.number("calls"),
            Column.number("failed"),
            Column.number("p50 ms"),
            Column.number("p99 ms").drawn(),
            Column.number("p99, ratio").strong(),
            Column.number("requests per call"));

    @Override
    public boolean take(Measured result) {
        return result.has(AddressesHedgeBenchmark.WITH + P99);
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return results.stream().map(AddressesHedgeTable::table).toList();
    }

    private static Table table(Measured run) {
        return new Table(
                "Hedging: four addresses that stall 4 % of their responses for 500 ms, 32 callers",
                "Medians of %d iterations in which both took turns; in parentheses the interval that holds the true median with 95 %%"
                                .formatted(run.primary().iterations().size())
                        + " confidence.",
                COLUMNS,
                List.of(row(run, AddressesHedgeBenchmark.WITHOUT), row(run, AddressesHedgeBenchmark.WITH)));
    }

    private static List<Cell> row(Measured run, String name) {
        return List.of(
                Cell.text(name),
                Cell.number("%,.0f", run.figure(name + " calls").score()),
                Cell.number("%.0f", run.figure(name + " failed").score()),
                Cell.number("%.1f", run.figure(name + " p50").score() / 1e6),
                Cell.number("%.1f", run.figure(name + P99).score() / 1e6),
                ratio(run, name + P99, AddressesHedgeBenchmark.WITHOUT + P99).cell("%.2f"),
                ratio(run, name + " requests", name + " calls").cell("%.3f"));
    }

    /** Returns one figure as multiples of another of the same iteration. */
    static Spread ratio(Measured run, String above, String below) {
        List<Double> aboves = run.figure(above).iterations();
        List<Double> belows = run.figure(below).iterations();
        return Spread.of(IntStream.range(0, aboves.size()).mapToDouble(i -> aboves.get(i) / belows.get(i)));
    }
}
