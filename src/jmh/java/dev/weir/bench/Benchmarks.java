package dev.weir.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks with JMH's own arguments, and keeps what they give: {@code results.json}, {@code report.md} and {@code
 * report.html} in the directory of the system property {@code weir.jmh.directory}, by default {@code target/jmh}.
 */
public final class Benchmarks {
    private static final Path DIRECTORY = Path.of(System.getProperty("weir.jmh.directory", "target/jmh"));

    /** Without arguments, the benchmarks that come with several numbers of callers take this one. */
    private static final String CALLERS = "100";

    /** Take minutes, or answer what few ask, and so run only when they are asked for. */
    private static final String LONG =
            "Engine.*Benchmark|SpikeBenchmark|ClosureRaceBenchmark|ListenerBenchmark|DeadlineCostBenchmark|RestClientBenchmark"
                    + "|FeatureCostBenchmark|RefusalBenchmark|Addresses.*Benchmark";

    private Benchmarks() {}

    /**
     * Runs the benchmarks that the arguments select; without arguments one variant of each table, ten minutes together.
     *
     * @param args what JMH's command line takes, such as {@code -f 1 -prof gc ClientReuse}
     * @throws CommandLineOptionException if JMH does not understand the arguments
     * @throws RunnerException if none is selected; or if some failed, after the report of the others was written
     * @throws IOException if the results cannot be written
     */
    public static void main(String[] args) throws CommandLineOptionException, RunnerException, IOException {
        CommandLineOptions commandLine = new CommandLineOptions(args);
        if (onlyAsks(commandLine)) {
            Main.main(args);
            return;
        }
        Files.createDirectories(DIRECTORY);
        int failed = run(options(commandLine, args.length > 0));
        System.out.printf(
                "%n%s%nWritten to %s: results.json, report.md, report.html%n",
                ReportFiles.write(DIRECTORY, failed), DIRECTORY.toAbsolutePath());
        if (failed > 0) {
            throw new RunnerException(ReportFiles.failures(failed) + ", see above");
        }
    }

    /** Records what was measured; returns how many benchmarks failed. */
    private static int run(Options options) throws RunnerException, IOException {
        VerboseMode verbosity = options.verbosity().orElse(VerboseMode.NORMAL);
        OutputFormat out = OutputFormatFactory.createFormatInstance(System.out, verbosity);
        Selection selected = Selection.of(options, out);
        Collection<RunResult> results = new Runner(options, new Progress(out, selected)).run();
        record(results);
        return selected.count() - results.size();
    }

    private static void record(Collection<RunResult> results) throws IOException {
        Path file = DIRECTORY.resolve("results.json");
        try (PrintStream json = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json).writeOut(results);
        }
    }

    private static boolean onlyAsks(CommandLineOptions commandLine) {
        return commandLine.shouldHelp()
                || commandLine.shouldList()
                || commandLine.shouldListWithParams()
                || commandLine.shouldListProfilers()
                || commandLine.shouldListResultFormats();
    }

    private static Options options(CommandLineOptions commandLine, boolean asksForAll) {
        ChainedOptionsBuilder options = new OptionsBuilder().parent(commandLine);
        if (commandLine.getIncludes().isEmpty() && !asksForAll) {
            options.exclude(LONG).param("callers", CALLERS);
        }
        options.addProfiler(Figures.class);
        // Memory is part of each response; a run that names profilers wants those alone.
        return commandLine.getProfilers().isEmpty()
                ? options.addProfiler(GCProfiler.class).build()
                : options.build();
    }
}
