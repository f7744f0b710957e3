package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What {@link ClientCostBenchmark} found: two tables for each variant, and one of its profiles if it took them. */
final class CostTable implements Tables {

    private static final String TEXT =
            "%d rounds, each with new JVMs, in which the clients took turns in slices; medians, and in parentheses the interval that holds the true"
                    + " median with 95 %% confidence. Ratios of CPU are to the first line, slice beside slice, in the half of the"
                    + " slices in which other processes took least; other ratios within a round."
                    + " CPU is that of all threads of the client's JVM but its JIT compilers, which come to an end, and the thread that"
                    + " measures. Within a round: how far its slices leave the ratio open. By the server's:"
                    + " as multiples of the server's CPU time for the same requests, which what slows both down leaves alone.";

    private static final List<Column> COST = List.of(
            Column.text("client"),
            Column.number("CPU per request, µs"),
            Column.number("CPU, ratio").strong().drawnBeside(1),
            Column.number("within a round, ±"),
            Column.number("CPU by the server's, ratio").drawnBeside(1),
            Column.number("of it callers, µs"),
            Column.number("alarms, µs"),
            Column.number("garbage collection, µs"),
            Column.number("other threads, µs"),
            Column.number("server, µs"),
            Column.number("requests per CPU second of both, ratio").drawnBeside(1),
            Column.number("bytes per request"),
            Column.number("bytes, ratio").drawnBeside(1));

    private static final List<Column> TIME = List.of(
            Column.text("client"),
            Column.number("p50 µs"),
            Column.number("p50, ratio").drawnBeside(1),
            Column.number("p99 µs"),
            Column.number("p99, ratio").drawnBeside(1),
            Column.number("requests per s"),
            Column.number("connections open"),
            Column.number("switches to wait, per request"),
            Column.number("preempted, per request"),
            Column.number("processors taken by others"),
            Column.number("warmed for, s"),
            Column.number("still compiling, µs per request"));

    @Override
    public boolean take(Measured result) {
        return result.secondary().keySet().stream().anyMatch(figure -> figure.endsWith(CostFigures.CALLER_CPU));
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return results.stream().flatMap(CostTable::tables).toList();
    }

    private static Stream<Table> tables(Measured run) {
        Turns turns = Turns.of(run);
        String about = about(turns);
        String text = TEXT.formatted(run.primary().iterations().size());
        return Stream.concat(
                Stream.of(
                        new Table("Cost: " + about, text, COST, rows(turns, CostTable::cost)),
                        new Table("Cost, time: " + about, "", TIME, rows(turns, CostTable::time))),
                ProfileTable.of("Cost, profile: " + about, turns).stream());
    }

    /** Returns what was measured, in words. */
    static String about(Turns turns) {
        Measured run = turns.run();
        String connections = run.param("connections").equals("each") ? run.param("callers") : run.param("connections");
        return String.format(
                Locale.ROOT,
                "%s callers%s, %s connections, %s, %s, JDK %.0f",
                run.param("callers"),
                "VIRTUAL".equals(run.params().get("threads")) ? " on virtual threads" : "",
                connections,
                PeersBenchmark.Speech.valueOf(run.param("protocol")).words(),
                turns.spread(turns.first(), CostFigures.NGINX).median() > 0 ? "nginx" : "embedded server",
                turns.spread(turns.first(), CostFigures.JAVA).median());
    }

    private interface Row {
        List<Cell> of(Turns turns, String client);
    }

    private static List<List<Cell>> rows(Turns turns, Row row) {
        return turns.clients().stream().map(client -> row.of(turns, client)).toList();
    }

    private static List<Cell> cost(Turns turns, String client) {
        return List.of(
                Cell.text(Turns.name(client)),
                turns.spread(client, CostFigures.CPU).cell("%.1f", 1_000),
                cpuRatio(turns, client).cell("%.3f"),
                turns.spread(client, CostFigures.CPU + CostFigures.WITHIN).cell("%.3f", 1),
                turns.spread(client, CostFigures.BY_SERVER + CostFigures.RATIO).cell("%.3f"),
                turns.spread(client, CostFigures.CALLER_CPU).cell("%.1f", 1_000),
                turns.spread(client, ThreadKind.ALARMS.figure()).cell("%.2f", 1_000),
                turns.spread(client, ThreadKind.GC.figure()).cell("%.2f", 1_000),
                turns.spread(client, ThreadKind.REST.figure()).cell("%.2f", 1_000),
                turns.spread(client, CostFigures.SERVER_CPU).cell("%.1f", 1_000),
                bothThrift(turns, client).cell("%.2f"),
                turns.spread(client, CostFigures.BYTES).cell("%,.0f", 1),
                turns.ratio(client, CostFigures.BYTES).cell("%.2f"));
    }

    /** Returns the CPU time per request as multiples of the first client's. */
    static Spread cpuRatio(Turns turns, String client) {
        return turns.besides(client, CostFigures.CPU, turns.ratio(client, CostFigures.CPU));
    }

    private static Spread bothThrift(Turns turns, String client) {
        return turns.besides(
                client, CostFigures.BOTH_THRIFT, turns.thrift(client, CostFigures.CPU, CostFigures.SERVER_CPU));
    }

    private static List<Cell> time(Turns turns, String client) {
        return List.of(
                Cell.text(Turns.name(client)),
                turns.spread(client, CostFigures.MEDIAN).cell("%,.0f", 1_000),
                turns.ratio(client, CostFigures.MEDIAN).cell("%.2f"),
                turns.spread(client, CostFigures.P99).cell("%,.0f", 1_000),
                turns.ratio(client, CostFigures.P99).cell("%.2f"),
                Cell.number(
                        "%,.0f", 1e9 / turns.spread(client, CostFigures.WALL).median()),
                turns.spread(client, CostFigures.OPEN).cell("%.0f", 1),
                turns.spread(client, CostFigures.ASKED).cell("%.2f", 1),
                turns.spread(client, CostFigures.PREEMPTED).cell("%.2f", 1),
                turns.spread(client, CostFigures.OTHERS).cell("%.2f", 1),
                turns.spread(client, CostFigures.WARM).cell("%.1f", 1),
                turns.spread(client, CostFigures.COMPILER_CPU).cell("%.1f", 1_000));
    }
}
