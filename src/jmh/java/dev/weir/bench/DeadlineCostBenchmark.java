package dev.weir.bench;

import static java.time.Duration.ZERO;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
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
 * What does {@code timeouts.total} cost a call that ends in time?
 *
 * <p>Two pools, with a total and without, take turns within one JVM: each iteration is a pair, and only the difference
 * within it counts. The response comes from the client's own chain, right behind the step that sets the deadline, so that
 * the noise of a network does not hide it; or from a server. The score is only the length of a pair.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=DeadlineCost}, half a minute
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 10, time = 1)
public class DeadlineCostBenchmark {

    private static final int ROUNDS = 4;
    private static final byte[] BODY = new byte[1_024];

    /** Where the response comes from. */
    @Param({"chain", "server"})
    public String answer;

    private LoopbackServer server;
    private HttpPool without;
    private HttpPool with;
    private Load load;

    /** What one call cost in a pair; plain is without a total. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Pair {
        /** CPU time of the caller without a total; nanoseconds. */
        public double plainNanos;

        /** CPU time of the caller with a total. */
        public double weirNanos;

        /** Bytes that the caller allocated without a total. */
        public double plainBytes;

        /** Bytes that the caller allocated with a total. */
        public double weirBytes;
    }

    /** Starts the server and both pools. */
    @Setup
    public void start() {
        server = LoopbackServer.http().recordedRequests(0).start();
        without = HttpPool.builder("without")
                .timeouts(t -> t.total(ZERO))
                .customizeClient(this::answering)
                .build();
        with = HttpPool.builder("with").customizeClient(this::answering).build();
        load = new Load(server.uri("/"), 1);
    }

    private void answering(HttpClientBuilder client) {
        if (answer.equals("chain")) {
            client.addExecInterceptorAfter("weir-total", "answer", DeadlineCostBenchmark::answer);
        }
    }

    private static ClassicHttpResponse answer(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain) {
        ClassicHttpResponse response = new BasicClassicHttpResponse(200);
        response.setEntity(new InputStreamEntity(new ByteArrayInputStream(BODY), BODY.length, ContentType.TEXT_PLAIN));
        return response;
    }

    /** Stops them. */
    @TearDown
    public void stop() {
        load.close();
        with.close();
        without.close();
        server.close();
    }

    /**
     * Loads the pools in turns.
     *
     * @param pair takes what they cost
     * @param iteration says how long
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a request fails
     */
    @Benchmark
    public void pair(Pair pair, IterationParams iteration) throws InterruptedException, ExecutionException {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        List<Cost> costs = load.inTurns(
                nanos, ROUNDS, List.of(new ClassicSender(without.client()), new ClassicSender(with.client())));
        pair.plainNanos = costs.get(0).callerCpuNanos();
        pair.weirNanos = costs.get(1).callerCpuNanos();
        pair.plainBytes = costs.get(0).allocatedBytes();
        pair.weirBytes = costs.get(1).allocatedBytes();
    }
}
