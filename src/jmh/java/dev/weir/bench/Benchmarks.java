package dev.weir.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks with JMH's own arguments, and keeps what they give: {@code results.json}, {@code report.md} and {@code
 * report.html} in the directory of the system property {@code weir.jmh.directory}, by default {@code target/jmh}.
 */
public final class Benchmarks {
    private static final Path DIRECTORY = Path.of(System.getProperty("weir.jmh.directory", "target/jmh"));

    private Benchmarks() {}

    /**
     * Runs the benchmarks that the arguments select; without arguments all, in less than ten minutes.
     *
     * @param args what JMH's command line takes, such as {@code -f 1 ClientReuse}
     * @throws CommandLineOptionException if JMH does not understand the arguments
     * @throws RunnerException if none is selected, or one fails
     * @throws IOException if the results cannot be written
     */
    public static void main(String[] args) throws CommandLineOptionException, RunnerException, IOException {
        CommandLineOptions commandLine = new CommandLineOptions(args);
        if (commandLine.shouldHelp()
                || commandLine.shouldList()
                || commandLine.shouldListWithParams()
                || commandLine.shouldListProfilers()
                || commandLine.shouldListResultFormats()) {
            Main.main(args);
            return;
        }
        Files.createDirectories(DIRECTORY);
        double before = Machine.load();
        // A benchmark that fails would leave a hole in the tables.
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .parent(commandLine)
                        .shouldFailOnError(true)
                        .build())
                .run();
        Path json = DIRECTORY.resolve("results.json");
        try (PrintStream out = new PrintStream(Files.newOutputStream(json), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
        Report report = new Report(Results.of(json), Machine.described(before));
        Files.writeString(DIRECTORY.resolve("report.md"), report.markdown());
        Files.writeString(DIRECTORY.resolve("report.html"), report.html());
        System.out.printf(
                "%n%s%nWritten to %s: results.json, report.md, report.html%n",
                report.inShort(), DIRECTORY.toAbsolutePath());
    }
}
