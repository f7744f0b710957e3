package dev.weir.bench;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
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

/**
 * What becomes of a jump from 2 to 200 callers, if the server needs 30 ms for a TLS handshake and does 8 at a time?
 *
 * <p>Each iteration is a pair: plain HttpClient 5 and a pool with the same limits go through the same spike, each with no
 * connection at its start, in alternating order. The score is only the length of a pair.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Spike}, about three minutes
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 3)
@Measurement(iterations = 6)
public class SpikeBenchmark {

    private static final PoolConfig CONFIG = PoolConfig.builder("spike")
            .maxTotal(Spike.MANY)
            .maxPerRoute(Spike.MANY)
            .timeouts(SpikeBenchmark::patient)
            .build();

    /**
     * How long the server thinks about each request, in milliseconds. Not at all: then two hundred callers want more than
     * this machine can do, and processor time decides.
     */
    @Param({"0", "50"})
    public int think;

    private ServerProcess server;
    private Spike spike;
    private boolean poolFirst;

    /** What the clients made of the spike in a pair; times in nanoseconds. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Pair {
        /** Dials of the plain client in the first second. */
        public double plainDials;

        /** Dials of the pool in the first second. */
        public double weirDials;

        /** Answers to the plain client in the first second. */
        public double plainAnswers;

        /** Answers to the pool's client in the first second. */
        public double weirAnswers;

        /** Answers to the plain client in the fourth second. */
        public double plainLater;

        /** Answers to the pool's client in the fourth second. */
        public double weirLater;

        /** Median latency of the plain client in the first second. */
        public double plainMedian;

        /** Median latency of the pool's client in the first second. */
        public double weirMedian;

        /** 99th percentile of the plain client's latencies in the first second. */
        public double plainP99;

        /** 99th percentile of the latencies of the pool's client in the first second. */
        public double weirP99;

        void plain(SpikeResult result) {
            plainDials = result.dials();
            plainAnswers = result.answers();
            plainLater = result.later();
            plainMedian = result.medianNanos();
            plainP99 = result.p99Nanos();
        }

        void weir(SpikeResult result) {
            weirDials = result.dials();
            weirAnswers = result.answers();
            weirLater = result.later();
            weirMedian = result.medianNanos();
            weirP99 = result.p99Nanos();
        }
    }

    // The last of two hundred that dial at once waits long for its handshake.
    private static void patient(Timeouts.Builder timeouts) {
        timeouts.poolWait(ofSeconds(20))
                .connect(ofSeconds(30))
                .read(ofSeconds(40))
                .total(ofSeconds(90));
    }

    /**
     * Starts the server and the callers.
     *
     * @throws IOException if the server cannot start
     */
    @Setup
    public void start() throws IOException {
        server = ServerProcess.start(
                ServerTerms.of("https", false).handshakes(8, ofMillis(30)).answering(ofMillis(think)));
        spike = new Spike(server.uri());
    }

    /**
     * Stops them.
     *
     * @throws IOException if the server cannot be stopped
     */
    @TearDown
    public void stop() throws IOException {
        spike.close();
        server.close();
    }

    /**
     * Lets both clients go through a spike.
     *
     * @param pair takes what they made of it
     * @throws Exception if a request fails
     */
    @Benchmark
    public void pair(Pair pair) throws Exception {
        poolFirst = !poolFirst;
        if (poolFirst) {
            pair.weir(pooled());
            pair.plain(plain());
        } else {
            pair.plain(plain());
            pair.weir(pooled());
        }
    }

    private SpikeResult plain() throws Exception {
        DialLog dials = new DialLog(server.trust().newContext());
        try (CloseableHttpClient client = PlainClient.tuned(CONFIG, dials)) {
            return spike.on(client, dials);
        }
    }

    private SpikeResult pooled() throws Exception {
        DialLog dials = new DialLog(server.trust().newContext());
        try (HttpPool pool = HttpPool.builder("spike")
                .maxTotal(Spike.MANY)
                .maxPerRoute(Spike.MANY)
                .timeouts(SpikeBenchmark::patient)
                .tlsStrategy(dials)
                .build()) {
            return spike.on(pool.client(), dials);
        }
    }
}
