package dev.weir.bench;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What becomes of a jump from 2 to 200 callers, if the server needs 30 ms for a TLS handshake and does 8 at a time?
 *
 * <p>The client has no connection at the start of an iteration: two callers for a second, then 200 for four. The figures are
 * the connections after the first second with 200, the times of the requests that began in it, and the responses that
 * came in the fourth, whatever became of the others: a client whose callers still wait for their first handshake has fewer.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class SpikeBenchmark extends LoadBenchmark {

    private static final int FEW = 2;
    private static final int MANY = 200;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * How long the server takes for each response, in milliseconds. Not at all: then two hundred callers want more than this
     * machine can do, and processor time decides.
     */
    @Param({"0", "50"})
    public int responseMillis;

    /** Which client. */
    @Param({"plain HttpClient 5", "Weir"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("https").handshakes(8, 30).thinking(responseMillis);
    }

    /** Lets the client go through a spike. */
    @Benchmark
    public void load(Figures figures) throws Exception {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (Client opened = Client.named(client, server(), MANY)) {
            callers().loop(number -> opened.get().from(server().uri()), FEW, SECOND, new Callers.Answered());
            long before = server().connections().accepted();
            Latencies first = new Latencies();
            LongAdder fourth = new LongAdder();
            Callers.Answered all = new Callers.Answered();
            long beginNanos = System.nanoTime();
            Future<Server.Connections> afterFirst = clock.schedule(server()::connections, 1, TimeUnit.SECONDS);
            Callers.Call call = number -> {
                long asked = System.nanoTime() - beginNanos;
                opened.get().from(server().uri());
                long answered = System.nanoTime() - beginNanos;
                if (asked < SECOND) {
                    synchronized (first) {
                        first.add(answered - asked);
                    }
                }
                if (answered / SECOND == 3) {
                    fourth.increment();
                }
            };
            callers().loop(call, MANY, 4 * SECOND, all);
            figures.opened = afterFirst.get().accepted() - before;
            figures.answered = first.count();
            figures.p50 = first.quantileNanos(0.5);
            figures.p99 = first.quantileNanos(0.99);
            figures.later = fourth.sum();
            figures.failed = all.failed;
        } finally {
            clock.shutdownNow();
        }
    }
}
