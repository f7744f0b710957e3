package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where clients spend their time, by {@link StackGroups}: a line for each group, a column for each client. */
final class ProfileTable {

    private static final String TEXT =
            "Shares of the samples of all rounds; their number stands in the first line. On JDK 25 and later on Linux they are samples of"
                    + " CPU time, system calls included; elsewhere of Java code alone. A profile costs time itself.";

    private ProfileTable() {}

    /** Returns nothing for a run without profiles. */
    static Optional<Table> of(String title, Turns turns) {
        List<String> clients = turns.clients();
        List<String> groups = groups(turns);
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.text("samples in")));
        clients.forEach(client -> columns.add(Column.number(Turns.name(client) + ", %")));
        List<List<Cell>> rows =
                new ArrayList<>(List.of(row("all", clients, client -> all(turns, groups, client), "%,.0f")));
        for (String group : groups) {
            rows.add(row(
                    group, clients, client -> 100 * count(turns, client, group) / all(turns, groups, client), "%.1f"));
        }
        return Optional.of(new Table(title, TEXT, columns, rows));
    }

    private interface Value {
        double of(String client);
    }

    private static List<Cell> row(String name, List<String> clients, Value value, String format) {
        return Stream.concat(
                        Stream.of(Cell.text(name)),
                        clients.stream().map(client -> Cell.number(format, value.of(client))))
                .toList();
    }

    /** The groups that any client has, the one with most samples first. */
    private static List<String> groups(Turns turns) {
        return turns.run().secondary().keySet().stream()
                .filter(figure -> figure.contains(CostFigures.SAMPLES))
                .map(figure -> figure.substring(figure.indexOf(CostFigures.SAMPLES) + CostFigures.SAMPLES.length()))
                .distinct()
                .sorted(Comparator.comparingDouble((String group) -> -count(turns, turns.clients(), group)))
                .toList();
    }

    private static double all(Turns turns, List<String> groups, String client) {
        return groups.stream().mapToDouble(group -> count(turns, client, group)).sum();
    }

    private static double count(Turns turns, List<String> clients, String group) {
        return clients.stream()
                .mapToDouble(client -> count(turns, client, group))
                .sum();
    }

    private static double count(Turns turns, String client, String group) {
        String figure = CostFigures.SAMPLES + group;
        return turns.run().has(client + figure) ? turns.each(client, figure).sum() : 0;
    }
}
