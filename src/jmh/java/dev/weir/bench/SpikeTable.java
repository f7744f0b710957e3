package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;

/** What {@link SpikeBenchmark} found. */
final class SpikeTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("in the spike"),
            Column.number("plain"),
            Column.number("Weir"),
            Column.number("Weir ÷ plain").strong().drawnBeside(1));

    @Override
    public boolean take(Measured result) {
        return result.has("weirDials");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return results.stream().map(SpikeTable::table).toList();
    }

    private static Table table(Measured run) {
        Pairs pairs = new Pairs(run);
        return new Table(
                "Spike: from 2 to 200 callers, 30 ms per TLS handshake, 8 at a time, %s ms per answer"
                        .formatted(run.param("think")),
                "Medians of %d pairs; in parentheses the interval that holds the true median with 95 %% confidence."
                        .formatted(pairs.count()),
                COLUMNS,
                List.of(
                        row(pairs, "dials in the first second", "Dials", 1),
                        row(pairs, "requests answered in the first second", "Answers", 1),
                        row(pairs, "p50 of requests sent in the first second, ms", "Median", 1e6),
                        row(pairs, "p99 of these, ms", "P99", 1e6),
                        row(pairs, "requests answered in the fourth second", "Later", 1)));
    }

    private static List<Cell> row(Pairs pairs, String what, String figure, double unit) {
        return List.of(
                Cell.text(what),
                number(pairs.plain(figure).median() / unit),
                number(pairs.weir(figure).median() / unit),
                pairs.ratio(figure).cell("%.2f"));
    }

    private static Cell number(double value) {
        return Cell.number(value < 1_000 ? "%.1f" : "%,.0f", value);
    }
}
