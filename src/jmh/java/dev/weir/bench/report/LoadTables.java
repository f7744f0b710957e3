package dev.weir.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What loads on a server found: a line for each variant, with its connections, latencies and CPU. */
public final class LoadTables implements Tables {

    private static final String MEDIANS = "Medians of the iterations; whiskers from the least to the most.";

    /** One figure of a load, in its column; a rare one only where it happened. */
    private record Figure(Column column, String name, String format, double unit, boolean isRare) {

        Figure(Column column, String name, String format, double unit) {
            this(column, name, format, unit, false);
        }
    }

    private static final List<Figure> FIGURES = List.of(
            new Figure(Column.number("requests"), "answered", "%,.0f", 1),
            new Figure(Column.number("failed"), "failed", "%,.0f", 1, true),
            new Figure(Column.number("connections opened").drawn(), "opened", "%,.0f", 1),
            new Figure(Column.number("open at the end"), "openAtEnd", "%,.0f", 1),
            new Figure(Column.number("p50 ms"), "p50", "%.2f", 1e6),
            new Figure(Column.number("p99 ms").drawn(), "p99", "%.2f", 1e6),
            new Figure(Column.number("p99.9 ms"), "p999", "%.2f", 1e6),
            new Figure(Column.number("CPU µs per request"), "cpu", "%,.0f", 1e3),
            new Figure(Column.number("TIME_WAIT"), "timeWait", "%,.0f", 1, true));

    private final String className;
    private final String title;
    private final String text;

    /**
     * Creates the table of a benchmark.
     *
     * @param className the name of its class
     * @param title what it answers
     * @param text what one has to know to read it
     */
    public LoadTables(String className, String title, String text) {
        this.className = className;
        this.title = title;
        this.text = text;
    }

    @Override
    public boolean take(Measured result) {
        return result.className().equals(className) && result.has("openAtEnd");
    }

    @Override
    public List<Table> of(List<Measured> results) {
        List<String> varied = results.get(0).params().keySet().stream()
                .filter(param -> results.stream()
                                .map(result -> result.param(param))
                                .distinct()
                                .count()
                        > 1)
                .toList();
        List<Column> columns = new ArrayList<>();
        (varied.isEmpty() ? List.of("benchmark") : varied).forEach(param -> columns.add(Column.text(param)));
        columns.add(Column.number("requests per s").drawn());
        List<Figure> figures = FIGURES.stream()
                .filter(figure -> !figure.isRare() || results.stream().anyMatch(result -> happened(result, figure)))
                .toList();
        figures.forEach(figure -> columns.add(figure.column()));
        return List.of(new Table(
                title,
                text + " " + MEDIANS + same(results.get(0), varied),
                columns,
                results.stream().map(result -> row(result, varied, figures)).toList()));
    }

    /** What never happened needs no column. */
    private static boolean happened(Measured result, Figure figure) {
        return result.figure(figure.name()).iterations().stream().anyMatch(value -> value > 0);
    }

    /** The parameters that are the same in all rows. */
    private static String same(Measured result, List<String> varied) {
        String same = result.params().entrySet().stream()
                .filter(param -> !varied.contains(param.getKey()))
                .map(param -> param.getKey() + " " + param.getValue())
                .collect(Collectors.joining(", "));
        return same.isEmpty() ? "" : " Here: " + same + ".";
    }

    private static List<Cell> row(Measured result, List<String> varied, List<Figure> figures) {
        Stream<Cell> words = varied.isEmpty()
                ? Stream.of(Cell.text(result.variant()))
                : varied.stream().map(result::param).map(Cell::text);
        return Stream.of(words, Stream.of(perSecond(result)), figures.stream().map(figure -> cell(result, figure)))
                .flatMap(cells -> cells)
                .toList();
    }

    private static Cell perSecond(Measured result) {
        List<Double> requests = result.figure("answered").iterations();
        List<Double> nanos = result.figure("wall").iterations();
        double[] rates = new double[requests.size()];
        Arrays.setAll(rates, i -> requests.get(i) * 1e9 / nanos.get(i));
        return median("%,.0f", rates);
    }

    private static Cell cell(Measured result, Figure figure) {
        return median(
                figure.format(),
                result.figure(figure.name()).iterations().stream()
                        .mapToDouble(value -> value / figure.unit())
                        .toArray());
    }

    private static Cell median(String format, double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        int count = sorted.length;
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return count < 2 ? Cell.number(format, median) : Cell.between(format, median, sorted[0], sorted[count - 1]);
    }
}
