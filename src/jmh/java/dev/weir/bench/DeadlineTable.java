package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;

/** What {@link DeadlineBenchmark} found. */
final class DeadlineTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("the server"),
            Column.number("calls"),
            Column.number("late p50 ms"),
            Column.number("p99 ms").drawn(),
            Column.number("p99.9 ms").strong().drawn(),
            Column.number("latest ms"));

    @Override
    public boolean take(Measured result) {
        return result.has("lateP999");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "Deadlines that fire: how late calls of 100 ms end, 40 at once",
                "",
                COLUMNS,
                results.stream().map(DeadlineTable::row).toList()));
    }

    private static List<Cell> row(Measured run) {
        return List.of(
                Cell.text(run.param("server")),
                Cell.number("%,.0f", run.figure("calls").score()),
                millis(run, "lateMedian"),
                millis(run, "lateP99"),
                millis(run, "lateP999"),
                millis(run, "latest"));
    }

    private static Cell millis(Measured run, String figure) {
        return Cell.number("%.1f", run.figure(figure).score() / 1e6);
    }
}
