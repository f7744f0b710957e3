package dev.weir.bench;

import dev.weir.bench.report.Measured;
import dev.weir.bench.report.Report;
import dev.weir.bench.report.ResultsFile;
import dev.weir.bench.report.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes {@code report.md} and {@code report.html} beside the {@code results.json} of a run; also of one that was recorded:
 * {@code java dev.weir.bench.ReportFiles <directory>}.
 */
public final class ReportFiles {

    /** In the order in which they are read. The last takes what is left. */
    private static final List<Tables> KINDS = Stream.<List<Tables>>of(
                    List.of(new ReuseTable()),
                    ArticleTables.ALL,
                    List.of(
                            new CostTable(),
                            new ContestTable(),
                            new SpikeTable(),
                            new DeadlineTable(),
                            new DeadlineCostTable(),
                            new RaceTable(),
                            new AddressesTable(),
                            new AddressesHedgeTable(),
                            new AddressesCostTable(),
                            new OtherTable()))
            .flatMap(List::stream)
            .toList();

    private ReportFiles() {}

    /**
     * Writes the report of results that were recorded.
     *
     * @param args the directory of {@code results.json}
     * @throws IOException if the files cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), 0);
    }

    /**
     * Returns the report as Markdown. It says so if benchmarks failed: a line that is missing must not pass for a result.
     */
    static String write(Path directory, int failed) throws IOException {
        String about = failed == 0 ? machine() : machine() + " INCOMPLETE: " + failures(failed) + ".";
        List<Measured> run = ResultsFile.read(directory.resolve("results.json"));
        Report report = Report.of(about, InShort.of(run), run, KINDS);
        Files.writeString(directory.resolve("report.html"), report.toHtml());
        Files.writeString(directory.resolve("report.md"), report.toMarkdown());
        return report.toMarkdown();
    }

    static String failures(int failed) {
        return failed == 1 ? "one benchmark failed" : failed + " benchmarks failed";
    }

    private static String machine() {
        return "%s. Java %s (%s), %s %s, %d processors."
                .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        System.getProperty("java.version"),
                        System.getProperty("java.vendor"),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors());
    }
}
