package dev.weir.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The results of a run as tables.
 *
 * @param machine where and when they were measured
 * @param tables the tables in the order in which they are read
 */
public record Report(String machine, List<Table> tables) {

    /** Copies the list. */
    public Report {
        tables = List.copyOf(tables);
    }

    /**
     * Makes the tables of all results.
     *
     * @param machine where and when they were measured
     * @param summary what is read before all others
     * @param results what was measured
     * @param kinds the kinds of tables; a result goes into the first that takes it
     * @return the report
     */
    public static Report of(String machine, Optional<Table> summary, List<Measured> results, List<Tables> kinds) {
        List<Table> tables = new ArrayList<>(summary.stream().toList());
        List<Measured> left = results;
        for (Tables kind : kinds) {
            var taken = left.stream().collect(Collectors.partitioningBy(kind::take));
            left = taken.getOrDefault(false, List.of());
            List<Measured> own = taken.getOrDefault(true, List.of());
            if (!own.isEmpty()) {
                tables.addAll(kind.of(own));
            }
        }
        return new Report(machine, tables);
    }

    /**
     * Writes the report as Markdown.
     *
     * @return the text
     */
    public String toMarkdown() {
        return new MarkdownWriter(this).text();
    }

    /**
     * Writes the report as a page that needs nothing else.
     *
     * @return the HTML
     */
    public String toHtml() {
        return new HtmlWriter(this).text();
    }
}
