package dev.weir.bench;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.config.PoolConfig;
import dev.weir.testserver.IdleTimeout;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
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
 * How many requests fail if the server closes idle connections at 300 ms ± 20, without saying so, and callers use them at
 * gaps around that?
 *
 * <p>Half of the requests are {@code POST}s without a key, which nobody may repeat. The score is only the length of a run.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ClosureRace}, about two minutes
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1)
public class ClosureRaceBenchmark {

    private static final int CALLERS = 100;
    private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(25);
    private static final PoolConfig CONFIG = PoolConfig.builder("race")
            .maxTotal(CALLERS)
            .maxPerRoute(CALLERS)
            .timeouts(t -> t.poolWait(ofSeconds(5))
                    .connect(ofSeconds(10))
                    .read(ofSeconds(20))
                    .total(ofSeconds(60)))
            .build();

    /** Plain HttpClient 5, or the pool. */
    @Param({"plain", "weir"})
    public String client;

    private LoopbackServer server;
    private HttpPool pool;
    private CloseableHttpClient plain;
    private ExecutorService threads;

    /** What became of the requests. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Outcome {
        /** Requests sent. */
        public long requests;

        /** Requests that failed. */
        public long errors;

        /** Connections opened for them. */
        public long connections;
    }

    /** Starts the server and the clients. */
    @Setup
    public void start() {
        server = LoopbackServer.http()
                .idleTimeout(IdleTimeout.after(ofMillis(300)).jitter(0.066))
                .recordedRequests(0)
                .start();
        pool = HttpPool.builder("race")
                .maxTotal(CALLERS)
                .maxPerRoute(CALLERS)
                .timeouts(t -> t.poolWait(ofSeconds(5))
                        .connect(ofSeconds(10))
                        .read(ofSeconds(20))
                        .total(ofSeconds(60)))
                .build();
        plain = PlainClient.tuned(CONFIG, DefaultClientTlsStrategy.createDefault());
        threads = Executors.newFixedThreadPool(CALLERS);
    }

    /**
     * Stops them.
     *
     * @throws IOException if the plain client cannot be closed
     */
    @TearDown
    public void stop() throws IOException {
        threads.shutdownNow();
        plain.close();
        pool.close();
        server.close();
    }

    /**
     * Lets the callers go on for a while.
     *
     * @param outcome takes what became of it
     * @throws Exception if a caller fails otherwise than by a request
     */
    @Benchmark
    public void run(Outcome outcome) throws Exception {
        int before = server.accepted();
        CloseableHttpClient used = client.equals("weir") ? pool.client() : plain;
        List<Future<long[]>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(threads.submit(() -> call(used)));
        }
        for (Future<long[]> caller : callers) {
            outcome.requests += caller.get()[0];
            outcome.errors += caller.get()[1];
        }
        outcome.connections = (long) server.accepted() - before;
    }

    private long[] call(CloseableHttpClient used) {
        long[] counts = new long[2];
        long endNanos = System.nanoTime() + RUN_NANOS;
        while (System.nanoTime() - endNanos < 0) {
            counts[0]++;
            if (!isAnswered(used, counts[0] % 2 == 0)) {
                counts[1]++;
            }
            LockSupport.parkNanos(
                    TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(100, 400)));
        }
        return counts;
    }

    private boolean isAnswered(CloseableHttpClient used, boolean isPost) {
        HttpUriRequestBase request = new HttpUriRequestBase(isPost ? "POST" : "GET", server.uri("/"));
        if (isPost) {
            request.setEntity(new StringEntity("order"));
        }
        try {
            return "ok".equals(used.execute(request, response -> EntityUtils.toString(response.getEntity())));
        } catch (IOException e) {
            return false;
        }
    }
}
