package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What clients cost that took turns: a table for each variant, the first client on top, then from the best to the worst. */
final class ContestTable implements Tables {

    /** Marks the client that the others are compared with. */
    static final String FIRST = "=";

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
        return result.secondary().keySet().stream().anyMatch(figure -> figure.startsWith(FIRST));
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return results.stream().map(ContestTable::table).toList();
    }

    private static Table table(Measured run) {
        Turns turns = new Turns(run, first(run));
        return new Table(
                run.className() + ", " + run.variant(),
                TEXT.formatted(run.primary().iterations().size()),
                COLUMNS,
                clients(turns).stream().map(turns::row).toList());
    }

    /** All clients with how many requests they send for the CPU time of one of the first client's; that one first. */
    static String ranking(Measured run) {
        Turns turns = new Turns(run, first(run));
        return clients(turns).stream()
                .map(client -> name(client) + " " + turns.thrift(client).text("%.2f"))
                .collect(Collectors.joining(", "));
    }

    private static String name(String client) {
        return client.startsWith(FIRST) ? client.substring(FIRST.length()) : client;
    }

    private static String first(Measured run) {
        return names(run).stream()
                .filter(name -> name.startsWith(FIRST))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> clients(Turns turns) {
        return names(turns.run()).stream()
                .sorted(Comparator.comparing((String name) -> !name.startsWith(FIRST))
                        .thenComparing(name -> -turns.thrift(name).median()))
                .toList();
    }

    private static List<String> names(Measured run) {
        return run.secondary().keySet().stream()
                .filter(figure -> figure.endsWith(CPU))
                .map(figure -> figure.substring(0, figure.length() - CPU.length()))
                .toList();
    }

    private record Turns(Measured run, String first) {

        List<Cell> row(String client) {
            return List.of(
                    Cell.text(name(client)),
                    thrift(client).cell("%.3f"),
                    spread(client, CPU).cell("%.1f", 1_000),
                    spread(client, BYTES).cell("%,.0f", 1),
                    ratio(client, first, BYTES).cell("%.2f"),
                    spread(client, MEDIAN).cell("%,.0f", 1_000),
                    spread(client, P99).cell("%,.0f", 1_000),
                    ratio(client, first, P99).cell("%.2f"),
                    Cell.number("%,.0f", 1e9 / spread(client, WALL).median()),
                    Cell.number("%.0f", each(client, CONNECTIONS).max().orElse(Double.NaN)));
        }

        /** How many requests it sends for the CPU time of one of the first client's. */
        Spread thrift(String client) {
            return ratio(first, client, CPU);
        }

        private Spread ratio(String of, String to, String figure) {
            double[] above = each(of, figure).toArray();
            double[] below = each(to, figure).toArray();
            return Spread.of(IntStream.range(0, above.length).mapToDouble(i -> above[i] / below[i]));
        }

        private Spread spread(String client, String figure) {
            return Spread.of(each(client, figure));
        }

        private DoubleStream each(String client, String figure) {
            return run.figure(client + figure).iterations().stream().mapToDouble(Double::doubleValue);
        }
    }
}
