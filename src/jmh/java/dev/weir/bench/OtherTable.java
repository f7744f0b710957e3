package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Metric;
import dev.weir.bench.report.Table;
import dev.weir.bench.report.Tables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What has no table of its own: the score of each benchmark, a table for each class and unit. */
final class OtherTable implements Tables {

    @Override
    public boolean take(Measured result) {
        return true;
    }

    @Override
    public List<Table> of(List<Measured> results) {
        Map<String, List<Measured>> tables = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.className() + ", " + result.primary().unit(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return tables.entrySet().stream()
                .map(table -> table(table.getKey(), table.getValue()))
                .toList();
    }

    private static Table table(String title, List<Measured> results) {
        return new Table(
                title,
                "",
                List.of(
                        Column.text("benchmark"),
                        Column.number(results.get(0).primary().unit()).drawn(),
                        Column.number("± (99.9 %)")),
                results.stream().map(OtherTable::row).toList());
    }

    private static List<Cell> row(Measured result) {
        Metric score = result.primary();
        return List.of(
                Cell.text(result.variant()),
                Cell.between("%.3f", score.score(), score.score() - score.error(), score.score() + score.error()),
                Cell.number("%.3f", score.error()));
    }
}
