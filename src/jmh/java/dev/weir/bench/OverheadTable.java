package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;
import java.util.function.Function;

/** What {@link OverheadBenchmark} found. */
final class OverheadTable implements Tables {

    private static final List<Column> COST = List.of(
            Column.text("scheme"),
            Column.text("callers"),
            Column.number("pairs"),
            Column.number("CPU per request, plain µs"),
            Column.number("Weir µs"),
            Column.number("Weir ÷ plain").strong().drawnBeside(1),
            Column.number("bytes per request, plain"),
            Column.number("Weir"),
            Column.number("Weir − plain").strong());

    private static final List<Column> TIME = List.of(
            Column.text("scheme"),
            Column.text("callers"),
            Column.number("p50, plain µs"),
            Column.number("Weir µs"),
            Column.number("p50, Weir ÷ plain").drawnBeside(1),
            Column.number("p99, plain µs"),
            Column.number("Weir µs"),
            Column.number("p99, Weir ÷ plain").drawnBeside(1),
            Column.number("requests per s, plain"),
            Column.number("Weir"));

    @Override
    public boolean take(Measured result) {
        return result.has("plainCpu") && result.has("weirCpu");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(
                new Table(
                        "Overhead: Weir's client beside plain HttpClient 5 tuned by hand",
                        "Medians of the pairs; in parentheses the interval that holds the true median with 95 % confidence."
                                + " CPU of the client's JVM alone, bytes allocated by the callers.",
                        COST,
                        rows(results, OverheadTable::cost)),
                new Table(
                        "Overhead: latency and throughput of the same pairs",
                        "",
                        TIME,
                        rows(results, OverheadTable::time)));
    }

    private static List<List<Cell>> rows(List<Measured> results, Function<Measured, List<Cell>> row) {
        return results.stream().map(row).toList();
    }

    private static List<Cell> cost(Measured run) {
        Pairs pairs = new Pairs(run);
        return List.of(
                Cell.text(run.param("scheme")),
                Cell.text(run.param("callers")),
                Cell.number("%.0f", pairs.count()),
                pairs.plain("Cpu").cell("%.1f", 1_000),
                pairs.weir("Cpu").cell("%.1f", 1_000),
                pairs.ratio("Cpu").cell("%.3f"),
                pairs.plain("Allocated").cell("%,.0f", 1),
                pairs.weir("Allocated").cell("%,.0f", 1),
                pairs.difference("Allocated").cell("%.0f"));
    }

    private static List<Cell> time(Measured run) {
        Pairs pairs = new Pairs(run);
        return List.of(
                Cell.text(run.param("scheme")),
                Cell.text(run.param("callers")),
                pairs.plain("Median").cell("%.1f", 1_000),
                pairs.weir("Median").cell("%.1f", 1_000),
                pairs.ratio("Median").cell("%.2f"),
                pairs.plain("P99").cell("%.1f", 1_000),
                pairs.weir("P99").cell("%.1f", 1_000),
                pairs.ratio("P99").cell("%.2f"),
                Cell.number("%,.0f", 1e9 / pairs.plain("Wall").median()),
                Cell.number("%,.0f", 1e9 / pairs.weir("Wall").median()));
    }
}
