package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Metric;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** What {@link ClientReuseBenchmark} found: one line for each variant, whatever the modes it ran in. */
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
        Collection<List<Measured>> variants = results.stream()
                .collect(Collectors.groupingBy(Measured::variant, LinkedHashMap::new, Collectors.toList()))
                .values();
        return List.of(new Table(
                "Client reuse: a client per request, or one for all, over TLS",
                "",
                COLUMNS,
                variants.stream().map(ReuseTable::row).toList()));
    }

    private static List<Cell> row(List<Measured> modes) {
        Measured average = in("avgt", modes);
        Metric time = average.primary();
        Metric samples = in("sample", modes).primary();
        return List.of(
                Cell.text(average.variant()),
                Cell.between("%.1f", time.score(), time.score() - time.error(), time.score() + time.error()),
                Cell.number("%.1f", time.error()),
                Cell.number("%.1f", samples.percentile("50.0")),
                Cell.number("%.1f", samples.percentile("99.0")),
                Cell.number("%.3f", score(average, "connections") / score(average, "requests")),
                Cell.number("%,.0f", score(average, "gc.alloc.rate.norm")));
    }

    /** The run in that mode, or any other if only some modes were asked for. */
    private static Measured in(String mode, List<Measured> modes) {
        return modes.stream()
                .filter(result -> result.mode().equals(mode))
                .findFirst()
                .orElse(modes.get(0));
    }

    private static double score(Measured result, String figure) {
        return result.has(figure) ? result.figure(figure).score() : Double.NaN;
    }
}
