package dev.weir.bench.articles;

import dev.weir.bench.ServerProcess;
import dev.weir.bench.ServerTerms;
import dev.weir.load.Callers;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
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

/** What the benchmarks of the articles share: a server, callers, and iterations that begin without a connection. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 3, time = 1_500, timeUnit = TimeUnit.MILLISECONDS)
public abstract class ArticleBenchmark {

    private ServerProcess server;
    private Callers callers;
    private Clients clients;
    private LoadMeasurement measurement;

    /** For the benchmarks. */
    ArticleBenchmark() {}

    abstract ServerTerms terms();

    /**
     * Starts the server and the callers.
     *
     * @throws IOException if the server cannot start
     */
    @Setup
    public void start() throws IOException {
        server = ServerProcess.start(terms().brief());
        callers = new Callers();
        clients = new Clients(server);
        measurement = new LoadMeasurement(server);
    }

    /**
     * Stops them.
     *
     * @throws IOException if the server cannot be stopped
     */
    @TearDown
    public void stop() throws IOException {
        callers.close();
        server.close();
    }

    ServerProcess server() {
        return server;
    }

    Callers callers() {
        return callers;
    }

    Clients clients() {
        return clients;
    }

    LoadMeasurement measurement() {
        return measurement;
    }
}
