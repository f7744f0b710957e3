package dev.weir.bench;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.testserver.IdleTimeout;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How many requests fail if the server closes idle connections at 300 ms ± 20, and callers use them at gaps around that?
 *
 * <p>Half of the requests are {@code POST}s without a key, which no client may repeat. Plain HttpClient 5 and a pool with
 * the same settings run at the same time, each with callers and a server of its own. Each caller has a host name and with it
 * a connection of its own, so that its gaps are those of the connection. The score is only the length of a run.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ClosureRace}, more than three minutes
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 15)
@Measurement(iterations = 1, time = 30)
public class ClosureRaceBenchmark {

    private static final int CALLERS = 100;

    /** How the server closes: in order, or by a reset. */
    @Param({"fin", "rst"})
    public String closes;

    /** What the server says of it: nothing, or in its header {@code Keep-Alive} that it waits for five seconds. */
    @Param({"nothing", "timeout=5"})
    public String says;

    private Race plain;
    private Race weir;

    /** What became of the requests, of each client. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Outcome {
        /** Requests of the plain client. */
        public long plainRequests;

        /** Its {@code GET}s that failed. */
        public long plainGetErrors;

        /** Its {@code POST}s that failed. */
        public long plainPostErrors;

        /** Its {@code POST}s that the server got twice. */
        public long plainTwice;

        /** Connections opened for it. */
        public long plainConnections;

        /** Requests of the pool's client. */
        public long weirRequests;

        /** Its {@code GET}s that failed. */
        public long weirGetErrors;

        /** Its {@code POST}s that failed. */
        public long weirPostErrors;

        /** Its {@code POST}s that the server got twice. */
        public long weirTwice;

        /** Connections opened for it. */
        public long weirConnections;

        void plain(Race race) {
            plainRequests = race.requests();
            plainGetErrors = race.getErrors();
            plainPostErrors = race.postErrors();
            plainTwice = race.executedTwice();
            plainConnections = race.connections();
        }

        void weir(Race race) {
            weirRequests = race.requests();
            weirGetErrors = race.getErrors();
            weirPostErrors = race.postErrors();
            weirTwice = race.executedTwice();
            weirConnections = race.connections();
        }
    }

    /** Starts the servers, the clients and the callers. */
    @Setup
    @SuppressWarnings(
            "MustBeClosedChecker") // the race closes the client, and the client of a pool has nothing to close
    public void start() {
        HttpPool pool = HttpPool.builder("race")
                .maxTotal(CALLERS)
                .dnsResolver(Race.NAMES)
                .timeouts(t -> t.poolWait(ofSeconds(5))
                        .connect(ofSeconds(10))
                        .read(ofSeconds(20))
                        .total(ofSeconds(60)))
                .build();
        plain = new Race(
                PlainClient.tuned(pool.config(), DefaultClientTlsStrategy.createDefault(), Race.NAMES),
                CALLERS,
                closing());
        weir = new Race(pool.client(), CALLERS, closing(), pool);
    }

    private IdleTimeout closing() {
        IdleTimeout silent = IdleTimeout.after(ofMillis(300)).jitter(0.066);
        IdleTimeout closing = closes.equals("rst") ? silent.byReset() : silent;
        return says.equals("nothing") ? closing : closing.announcing(ofSeconds(5));
    }

    /**
     * Stops them.
     *
     * @throws IOException if a client cannot be closed
     */
    @TearDown
    public void stop() throws IOException {
        plain.close();
        weir.close();
    }

    /**
     * Lets the callers go on for a while.
     *
     * @param outcome takes what became of it
     * @param iteration says how long
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a caller fails otherwise than by a request
     */
    @Benchmark
    public void run(Outcome outcome, IterationParams iteration) throws InterruptedException, ExecutionException {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        plain.start(nanos);
        weir.start(nanos);
        plain.await();
        weir.await();
        outcome.plain(plain);
        outcome.weir(weir);
    }
}
