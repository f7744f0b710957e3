package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Metric;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;

/** What {@link ClientReuseBenchmark} found: one line for each variant. */
final class ReuseTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("variant"),
            Column.number("µs per request").drawn(),
            Column.number("± (99.9 %)"),
            Column.number("p50 µs"),
            Column.number("p99 µs").drawn(),
            Column.number("connections per request").drawn(),
            Column.number("bytes per request"));

    @Override
    public boolean take(Measured result) {
        return result.className().equals("ClientReuseBenchmark");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "Client reuse: a client per request, or one for all, over TLS",
                "",
                COLUMNS,
                results.stream().map(ReuseTable::row).toList()));
    }

    private static List<Cell> row(Measured result) {
        Metric time = result.primary();
        return List.of(
                Cell.text(result.variant()),
                Cell.between("%.1f", time.score(), time.score() - time.error(), time.score() + time.error()),
                Cell.number("%.1f", time.error()),
                Cell.number("%.1f", time.percentile("50.0")),
                Cell.number("%.1f", time.percentile("99.0")),
                Cell.number("%.3f", score(result, "connections") / score(result, "requests")),
                Cell.number("%,.0f", score(result, "gc.alloc.rate.norm")));
    }

    private static double score(Measured result, String figure) {
        return result.has(figure) ? result.figure(figure).score() : Double.NaN;
    }
}
