package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;

/** What {@link AddressesBenchmark} found. */
final class AddressesTable implements Tables {

    private static final Map<String, String> NAMES = Map.of(
            "WEIR", "Weir",
            "HTTP_CLIENT", "HttpClient 5 tuned",
            "OK_HTTP", "OkHttp",
            "JETTY", "Jetty",
            "REACTOR_NETTY", "Reactor Netty");

    private static final List<Column> COLUMNS = List.of(
            Column.text("client"),
            Column.number("requests"),
            Column.number("failed").strong().drawn(),
            Column.number("p50 ms"),
            Column.number("p99 ms"),
            Column.number("last part: to the one that is well"),
            Column.number("to the slow one"),
            Column.number("to the one that came"),
            Column.number("has its share after ms"));

    @Override
    public boolean take(Measured result) {
        return result.has("toComing");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "Addresses: one is slow, one dies, one comes; 16 callers",
                "Means of the iterations, in each of which another address is the first one of the resolver's; of p50 and p99, the lowest"
                        + " and the highest. A third of an iteration after its start an address dies, another third later one comes"
                        + " in its place. It has its share when it gets at least a sixth of the requests; a dash: it never had.",
                COLUMNS,
                results.stream().map(AddressesTable::row).toList()));
    }

    private static List<Cell> row(Measured run) {
        return List.of(
                Cell.text(NAMES.getOrDefault(run.param("client"), run.param("client"))),
                number(run, "requests", 1),
                number(run, "failed", 1),
                range(run, "p50"),
                range(run, "p99"),
                number(run, "toWell", 1),
                number(run, "toSlow", 1),
                number(run, "toComing", 1),
                number(run, "spread", 1e6));
    }

    private static Cell range(Measured run, String figure) {
        DoubleSummaryStatistics millis = run.figure(figure).iterations().stream()
                .mapToDouble(nanos -> nanos / 1e6)
                .summaryStatistics();
        return Cell.text("%.0f to %.0f".formatted(millis.getMin(), millis.getMax()));
    }

    private static Cell number(Measured run, String figure, double unit) {
        double value = run.has(figure) ? run.figure(figure).score() / unit : Double.NaN;
        return Cell.number("%,.0f", value);
    }
}
