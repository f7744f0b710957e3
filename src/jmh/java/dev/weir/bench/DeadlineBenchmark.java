package dev.weir.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.load.Latencies;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;
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
 * How late does {@code timeouts.total} end a call, whatever the call is doing?
 *
 * <p>Each call has 100 ms and a server that would take forever; 40 go on at once. Late is what a caller waits beyond its
 * time. The score is only the length of a run.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=DeadlineBenchmark}, less than a minute
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 2)
@Measurement(iterations = 1, time = 5)
public class DeadlineBenchmark {

    private static final int CALLERS = 40;
    private static final Duration TOTAL = ofMillis(100);
    private static final Duration PAUSE = ofMillis(20);

    /** What the server does: it is silent, or it sends a byte each 20 ms. */
    @Param({"silence", "TLS handshake drips", "head drips", "body drips"})
    public String server;

    private LoopbackServer loopback;
    private SilentServer mute;
    private SilentServer handshake;
    private HttpPool pool;
    private ExecutorService threads;

    /** How late the calls ended; nanoseconds. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Lateness {
        /** Calls that were ended. */
        public double calls;

        /** Half of them were not later. */
        public double lateMedian;

        /** 99 % were not later. */
        public double lateP99;

        /** 99.9 % were not later. */
        public double lateP999;

        /** The latest. */
        public double latest;
    }

    /** Starts the servers and the pool. */
    @Setup
    public void start() {
        loopback =
                LoopbackServer.http().handler(this::serve).recordedRequests(0).start();
        mute = SilentServer.mute();
        handshake = SilentServer.drippingTls(PAUSE);
        pool = HttpPool.builder("deadline")
                .maxPerRoute(CALLERS)
                .timeouts(t -> t.poolWait(ofSeconds(10))
                        .connect(ofSeconds(10))
                        .read(ofSeconds(10))
                        .total(TOTAL)
                        .unordered())
                .build();
        threads = Executors.newFixedThreadPool(CALLERS);
    }

    private void serve(Exchange exchange) throws IOException, InterruptedException {
        String beginning = server.startsWith("head")
                ? "HTTP/1.1 200 OK\r\nX-Long: "
                : "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";
        exchange.output().write(beginning.getBytes(US_ASCII));
        while (true) {
            exchange.delay(PAUSE).output().write('x');
        }
    }

    /** Stops them. */
    @TearDown
    public void stop() {
        threads.shutdownNow();
        pool.close();
        handshake.close();
        mute.close();
        loopback.close();
    }

    /**
     * Lets the callers call for a while.
     *
     * @param lateness takes what became of it
     * @param iteration says how long
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a call ends otherwise
     */
    @Benchmark
    public void run(Lateness lateness, IterationParams iteration) throws InterruptedException, ExecutionException {
        long endNanos = System.nanoTime() + iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        List<Future<Latencies>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(threads.submit(() -> call(endNanos)));
        }
        Latencies all = new Latencies();
        for (Future<Latencies> caller : callers) {
            all.add(caller.get());
        }
        lateness.calls = all.count();
        lateness.lateMedian = all.quantileNanos(0.5);
        lateness.lateP99 = all.quantileNanos(0.99);
        lateness.lateP999 = all.quantileNanos(0.999);
        lateness.latest = all.quantileNanos(1);
    }

    private Latencies call(long endNanos) throws IOException {
        Latencies late = new Latencies();
        while (System.nanoTime() - endNanos < 0) {
            late.add(lateNanos());
        }
        return late;
    }

    private long lateNanos() throws IOException {
        long startNanos = System.nanoTime();
        try {
            pool.client().execute(new HttpGet(uri()), response -> EntityUtils.toString(response.getEntity()));
            throw new IOException("An answer came");
        } catch (TotalTimeoutException e) {
            return System.nanoTime() - startNanos - TOTAL.toNanos();
        }
    }

    private URI uri() {
        return switch (server) {
            case "silence" -> URI.create("http://127.0.0.1:" + mute.port() + "/");
            case "TLS handshake drips" -> URI.create("https://localhost:" + handshake.port() + "/");
            default -> loopback.uri("/");
        };
    }
}
