package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;

/** What {@link DeadlineCostBenchmark} found. */
final class DeadlineCostTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("the answer comes from"),
            Column.number("pairs"),
            Column.number("without, ns"),
            Column.number("with, ns"),
            Column.number("with − without, ns").strong().drawn(),
            Column.number("without, bytes"),
            Column.number("with, bytes"),
            Column.number("with − without, bytes").strong().drawn());

    @Override
    public boolean take(Measured result) {
        return result.has("weirNanos");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "Deadlines that do not fire: a call with total beside one without",
                "Medians of the pairs; in parentheses the interval that holds the true median with 95 % confidence. CPU time"
                        + " of the caller.",
                COLUMNS,
                results.stream().map(DeadlineCostTable::row).toList()));
    }

    private static List<Cell> row(Measured run) {
        Pairs pairs = new Pairs(run);
        return List.of(
                Cell.text(run.param("answer")),
                Cell.number("%.0f", pairs.count()),
                pairs.plain("Nanos").cell("%,.0f", 1),
                pairs.weir("Nanos").cell("%,.0f", 1),
                pairs.difference("Nanos").cell("%.0f"),
                pairs.plain("Bytes").cell("%,.0f", 1),
                pairs.weir("Bytes").cell("%,.0f", 1),
                pairs.difference("Bytes").cell("%.0f"));
    }
}
