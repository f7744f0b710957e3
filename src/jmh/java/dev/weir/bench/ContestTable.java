package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;
import java.util.stream.Collectors;

/** What clients cost that took turns: a table for each variant, the first client on top, then from the best to the worst. */
final class ContestTable implements Tables {

    static final String CPU = " cpu";
    static final String BYTES = " bytes";
    static final String WALL = " wall";
    static final String MEDIAN = " p50";
    static final String P99 = " p99";
    static final String CONNECTIONS = " connections";

    private static final String TEXT =
            "Medians of %d iterations in which the clients took turns; in parentheses the interval that holds the true median with"
                    + " 95 %% confidence. Ratios are to the first line, within an iteration. CPU and bytes are those of all threads"
                    + " of the client's JVM; connections are all that were opened, warm-up included.";

    private static final List<Column> COLUMNS = List.of(
            Column.text("client"),
            Column.number("requests per CPU second, ratio").strong().drawnBeside(1),
            Column.number("CPU per request, µs"),
            Column.number("bytes per request"),
            Column.number("bytes, ratio").drawnBeside(1),
            Column.number("p50 µs"),
            Column.number("p99 µs"),
            Column.number("p99, ratio").drawnBeside(1),
            Column.number("requests per s"),
            Column.number("connections").drawn());

    @Override
    public boolean take(Measured result) {
        return result.secondary().keySet().stream().anyMatch(figure -> figure.startsWith(Turns.FIRST));
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return results.stream().map(ContestTable::table).toList();
    }

    private static Table table(Measured run) {
        Turns turns = Turns.of(run);
        return new Table(
                run.className() + ", " + run.variant(),
                TEXT.formatted(run.primary().iterations().size()),
                COLUMNS,
                turns.clients().stream().map(client -> row(turns, client)).toList());
    }

    private static List<Cell> row(Turns turns, String client) {
        return List.of(
                Cell.text(Turns.name(client)),
                turns.thrift(client).cell("%.3f"),
                turns.spread(client, CPU).cell("%.1f", 1_000),
                turns.spread(client, BYTES).cell("%,.0f", 1),
                turns.ratio(client, BYTES).cell("%.2f"),
                turns.spread(client, MEDIAN).cell("%,.0f", 1_000),
                turns.spread(client, P99).cell("%,.0f", 1_000),
                turns.ratio(client, P99).cell("%.2f"),
                Cell.number("%,.0f", 1e9 / turns.spread(client, WALL).median()),
                Cell.number("%.0f", turns.each(client, CONNECTIONS).max().orElse(Double.NaN)));
    }

    /** All clients with how many requests they send for the CPU time of one of the first client's; that one first. */
    static String ranking(Measured run) {
        Turns turns = Turns.of(run);
        return turns.clients().stream()
                .map(client -> Turns.name(client) + " " + turns.thrift(client).text("%.2f"))
                .collect(Collectors.joining(", "));
    }
}
