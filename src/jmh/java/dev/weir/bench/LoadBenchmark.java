package dev.weir.bench;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/** What benchmarks that send requests share: a server, callers, and the figures of an iteration. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 1, time = 2)
@Measurement(iterations = 3, time = 1_500, timeUnit = TimeUnit.MILLISECONDS)
public abstract class LoadBenchmark {

    private Server server;
    private Callers callers;
    private @Nullable Client shared;

    /** For the benchmarks. */
    LoadBenchmark() {}

    abstract ServerTerms terms();

    /** Starts the server and the callers. */
    @Setup
    public void start() throws Exception {
        server = Server.start(terms());
        callers = new Callers();
        shared = newShared();
    }

    /** A client for all iterations, so that it is measured warm; null if each has its own. */
    @Nullable
    Client newShared() throws Exception {
        return null;
    }

    /** Stops them. */
    @TearDown
    public void stop() throws Exception {
        if (shared != null) {
            shared.close();
        }
        callers.close();
        server.close();
    }

    final Server server() {
        return server;
    }

    final Callers callers() {
        return callers;
    }

    final Client shared() {
        return Objects.requireNonNull(shared);
    }

    /** Something that sends requests. */
    @FunctionalInterface
    interface Work {
        void run(Callers.Answered answered) throws InterruptedException, ExecutionException;
    }

    static long nanos(IterationParams iteration) {
        return iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
    }

    /** Lets so many callers send requests of one client for the time of an iteration. */
    final void load(Client client, int count, IterationParams iteration, Figures figures) throws Exception {
        load(number -> client.get().from(server.uri()), count, iteration, figures);
    }

    final void load(Callers.Call call, int count, IterationParams iteration, Figures figures) throws Exception {
        measure(answered -> callers.loop(call, count, nanos(iteration), answered), figures);
    }

    final void measure(Work work, Figures figures) throws IOException, InterruptedException, ExecutionException {
        Callers.Answered answered = new Callers.Answered();
        int port = server.uri().getPort();
        Server.Connections before = server.connections();
        double waitBefore = Machine.waiting(port);
        long beginNanos = System.nanoTime();
        long cpuNanos = Machine.cpuNanos();
        work.run(answered);
        double cpu = Machine.cpuNanos() - cpuNanos;
        figures.wall = System.nanoTime() - beginNanos;
        Server.Connections after = server.connections();
        figures.timeWait = Machine.waiting(port) - waitBefore;
        figures.opened = after.accepted() - before.accepted();
        figures.openAtEnd = after.open();
        figures.answered = answered.latencies.count();
        figures.failed = answered.failed;
        figures.cpu = cpu / figures.answered;
        figures.p50 = answered.latencies.quantileNanos(0.5);
        figures.p99 = answered.latencies.quantileNanos(0.99);
    }
}
