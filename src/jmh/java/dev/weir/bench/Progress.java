package dev.weir.bench;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** JMH's own output, and before each benchmark a line that says which of how many it is and how long the rest may take. */
final class Progress implements OutputFormat {

    private final OutputFormat out;
    private final Selection all;
    private final long beginNanos = System.nanoTime();
    private int begun;
    // The planned time of those that have ended.
    private double doneSeconds;

    Progress(OutputFormat out, Selection all) {
        this.out = out;
        this.all = all;
    }

    @Override
    public void startBenchmark(BenchmarkParams params) {
        out.println("\n" + line(System.nanoTime() - beginNanos) + ": " + params.id());
        begun++;
        doneSeconds += Selection.seconds(params);
        out.startBenchmark(params);
    }

    /** The rest takes so much longer than its iterations as what is done did. */
    private String line(long nanos) {
        String line = "=== Benchmark %d of %d, %s since the start".formatted(begun + 1, all.count(), time(nanos));
        double left = all.seconds() - doneSeconds;
        return begun == 0 ? line : line + ", about " + time((long) (nanos / doneSeconds * left)) + " to go";
    }

    private static String time(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        return "%d:%02d min".formatted(seconds / 60, seconds % 60);
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
        out.iteration(benchmark, params, iteration);
    }

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
        out.iterationResult(benchmark, params, iteration, data);
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        out.endBenchmark(result);
    }

    @Override
    public void startRun() {
        out.startRun();
    }

    @Override
    public void endRun(Collection<RunResult> results) {
        out.endRun(results);
    }

    @Override
    public void print(String text) {
        out.print(text);
    }

    @Override
    public void println(String text) {
        out.println(text);
    }

    @Override
    public void verbosePrintln(String text) {
        out.verbosePrintln(text);
    }

    @Override
    public void write(int data) {
        out.write(data);
    }

    @Override
    public void write(byte[] data) throws IOException {
        out.write(data);
    }

    @Override
    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        out.close();
    }
}
