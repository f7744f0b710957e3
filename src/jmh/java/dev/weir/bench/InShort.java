package dev.weir.bench;

import dev.weir.bench.report.Cell;
import dev.weir.bench.report.Column;
import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Table;
import java.util.List;
import java.util.Optional;

/** The first lines of a report: what was asked, and in a sentence what was found. */
final class InShort {

    private static final List<Answer> ANSWERS = List.of(
            new Answer("What does reuse buy?", "ClientReuseBenchmark", ReuseAnswer::of),
            new Answer("What does HTTP/2 buy?", "FiftyBenchmark", Http2Answer::of),
            new Answer("What does Weir cost or gain?", "ClientCostBenchmark", CostAnswer::of),
            new Answer("How do other clients do?", "PeersBenchmark", PeersAnswer::of));

    private static final List<Column> COLUMNS = List.of(Column.text("question"), Column.text("answer of this run"));

    private InShort() {}

    /** Returns nothing for a run that answers none of the questions. */
    static Optional<Table> of(List<Measured> run) {
        List<List<Cell>> rows = ANSWERS.stream()
                .flatMap(answer ->
                        answer.of(run).map(sentence -> List.of(Cell.text(answer.question()), Cell.text(sentence))))
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table("In short", "The figures are below.", COLUMNS, rows));
    }
}
