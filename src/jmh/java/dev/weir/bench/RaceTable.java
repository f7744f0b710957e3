package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What {@link ClosureRaceBenchmark} found. */
final class RaceTable implements Tables {

    private static final List<Column> COLUMNS = List.of(
            Column.text("closes by"),
            Column.text("says"),
            Column.text("client"),
            Column.number("requests"),
            Column.number("on reused connections"),
            Column.number("failed GETs per million"),
            Column.number("failed POSTs per million").strong().drawn(),
            Column.number("POSTs executed twice"));

    @Override
    public boolean take(Measured result) {
        return result.has("weirTwice");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        return List.of(new Table(
                "Closure race: a server that closes idle connections at 300 ms ± 20",
                "",
                COLUMNS,
                results.stream()
                        .flatMap(run -> Stream.of(row(run, "plain"), row(run, "weir")))
                        .toList()));
    }

    private static List<Cell> row(Measured run, String client) {
        double requests = count(run, client + "Requests");
        return List.of(
                Cell.text(run.param("closes").toUpperCase(Locale.ROOT)),
                Cell.text(run.param("says")),
                Cell.text(client.equals("weir") ? "Weir" : client),
                Cell.number("%,.0f", requests),
                Cell.number("%.1f %%", 100 * (1 - count(run, client + "Connections") / requests)),
                Cell.number("%,.0f", perMillion(count(run, client + "GetErrors"), requests)),
                Cell.number("%,.0f", perMillion(count(run, client + "PostErrors"), requests)),
                Cell.number("%.0f", count(run, client + "Twice")));
    }

    // Every other request is of one kind.
    private static double perMillion(double errors, double requests) {
        return errors * 2e6 / requests;
    }

    private static double count(Measured run, String figure) {
        return run.figure(figure).score();
    }
}
