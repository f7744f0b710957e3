package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;

/** What {@link AddressesCostBenchmark} found. */
final class AddressesCostTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("addresses"),
            Column.number("FIRST, ns"),
            Column.number("EVEN, ns"),
            Column.number("EVEN ÷ FIRST").strong().drawnBeside(1));

    @Override
    public boolean take(Measured result) {
        return result.has(AddressesCostBenchmark.EVEN);
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "A lease and a release of one of 40 idle connections, by dns.spread",
                "Medians of the iterations, in which both took turns; in parentheses the interval that holds the true"
                        + " median with 95 % confidence.",
                COLUMNS,
                results.stream().map(AddressesCostTable::row).toList()));
    }

    private static List<Cell> row(Measured run) {
        return List.of(
                Cell.text(run.param("addresses")),
                Cell.number("%,.0f", run.figure(AddressesCostBenchmark.FIRST).score()),
                Cell.number("%,.0f", run.figure(AddressesCostBenchmark.EVEN).score()),
                AddressesHedgeTable.ratio(run, AddressesCostBenchmark.EVEN, AddressesCostBenchmark.FIRST)
                        .cell("%.3f"));
    }
}
