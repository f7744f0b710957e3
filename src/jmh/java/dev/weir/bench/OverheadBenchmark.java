package dev.weir.bench;

import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.config.Timeouts;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
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
 * What does a pool cost beside plain HttpClient 5 that was tuned by hand to the same limits?
 *
 * <p>Each iteration is a pair, cut into slices in which the clients take turns: plain, pool, pool, plain, and so on. So
 * whatever disturbs the machine disturbs both, and the ratio within a pair is steadier than any time. The score is only
 * the length of a pair.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Overhead}, longer with {@code -Djmh.args="-i 40 -r 2"}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 16, time = 1)
public class OverheadBenchmark {

    private static final int ROUNDS = 4;

    /** How the server is talked to. */
    @Param({"http", "https"})
    public String scheme;

    /** How many threads send requests. */
    @Param({"1", "8", "100"})
    public int callers;

    private ServerProcess server;
    private HttpPool pool;
    private CloseableHttpClient plain;
    private Load load;

    /** What one request cost in a pair; nanoseconds and bytes. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Pair {
        /** CPU time of the JVM under the plain client. */
        public double plainCpu;

        /** CPU time of the JVM under the pool's client. */
        public double weirCpu;

        /** CPU time of the callers of the plain client. */
        public double plainCallerCpu;

        /** CPU time of the callers of the pool's client. */
        public double weirCallerCpu;

        /** Bytes allocated by the callers of the plain client. */
        public double plainAllocated;

        /** Bytes allocated by the callers of the pool's client. */
        public double weirAllocated;

        /** Wall time between two answers to the plain client. */
        public double plainWall;

        /** Wall time between two answers to the pool's client. */
        public double weirWall;

        /** Median latency of the plain client. */
        public double plainMedian;

        /** Median latency of the pool's client. */
        public double weirMedian;

        /** 99th percentile of the plain client's latencies. */
        public double plainP99;

        /** 99th percentile of the latencies of the pool's client. */
        public double weirP99;

        void plain(Cost cost) {
            plainCpu = cost.cpuNanos();
            plainCallerCpu = cost.callerCpuNanos();
            plainAllocated = cost.allocatedBytes();
            plainWall = cost.wallNanos();
            plainMedian = cost.medianNanos();
            plainP99 = cost.p99Nanos();
        }

        void weir(Cost cost) {
            weirCpu = cost.cpuNanos();
            weirCallerCpu = cost.callerCpuNanos();
            weirAllocated = cost.allocatedBytes();
            weirWall = cost.wallNanos();
            weirMedian = cost.medianNanos();
            weirP99 = cost.p99Nanos();
        }
    }

    /**
     * Starts the server, both clients and the callers.
     *
     * @throws Exception if one of them cannot start
     */
    @Setup
    public void start() throws Exception {
        server = ServerProcess.start(scheme.equals("https"));
        SSLContext context = server.trust().newContext();
        pool = HttpPool.builder("overhead")
                .sslContext(context)
                .timeouts(OverheadBenchmark::patient)
                .build();
        plain = PlainClient.tuned(
                pool.config(), new DefaultClientTlsStrategy(server.trust().newContext()));
        load = new Load(server.uri(), callers);
    }

    // A hundred callers that begin at once on a busy machine wait long for the first handshakes.
    private static void patient(Timeouts.Builder timeouts) {
        timeouts.poolWait(ofSeconds(20))
                .connect(ofSeconds(30))
                .read(ofSeconds(40))
                .total(ofSeconds(90));
    }

    /**
     * Stops them.
     *
     * @throws IOException if one of them cannot be closed
     */
    @TearDown
    public void stop() throws IOException {
        load.close();
        plain.close();
        pool.close();
        server.close();
    }

    /**
     * Loads the clients in turns.
     *
     * @param pair takes what they cost
     * @param iteration says how long
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a request fails
     */
    @Benchmark
    public void pair(Pair pair, IterationParams iteration) throws InterruptedException, ExecutionException {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        List<Cost> costs =
                load.inTurns(nanos, ROUNDS, List.of(new ClassicSender(plain), new ClassicSender(pool.client())));
        pair.plain(costs.get(0));
        pair.weir(costs.get(1));
    }
}
