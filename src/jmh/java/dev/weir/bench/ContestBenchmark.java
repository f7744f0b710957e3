package dev.weir.bench;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;

/** A benchmark in which clients take turns within each iteration. Its score is only the length of an iteration. */
@State(Scope.Thread)
public abstract class ContestBenchmark {

    private static final int ROUNDS = 2;

    private ServerProcess server;
    private Contest contest;

    abstract int callers();

    abstract ServerProcess startServer() throws Exception;

    /** The clients, the one first that the others are compared with. */
    abstract List<Peer> peers(ServerProcess server) throws Exception;

    /**
     * Starts the server, the clients and the callers.
     *
     * @throws Exception if one of them cannot start
     */
    @Setup
    public void start() throws Exception {
        server = startServer();
        contest = new Contest(new Load(server.uri(), callers(), server::accepted), peers(server));
    }

    /**
     * Stops them.
     *
     * @throws Exception if one of them cannot be closed
     */
    @TearDown
    public void stop() throws Exception {
        contest.close();
        server.close();
    }

    /**
     * Loads the clients in turns.
     *
     * @param iteration says how long
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a request fails
     */
    @Benchmark
    public void turns(IterationParams iteration) throws InterruptedException, ExecutionException {
        contest.run(iteration.getTime().convertTo(TimeUnit.NANOSECONDS), ROUNDS);
    }
}
