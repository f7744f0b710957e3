package dev.weir.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What becomes of a jump from 2 to 200 callers, if the server needs 30 ms for a TLS handshake and does 8 at a time?
 *
 * <p>The client has no connection at the start of an iteration: two callers for a second, then 200 for four. The figures are
 * those of the first second with 200, and the responses of the fourth.
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

    /**
     * Lets the client go through a spike.
     *
     * @param figures takes what it made of it
     * @param iteration is of one length always
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        try (Client opened = Client.named(client, server(), MANY)) {
            Callers.Call call = number -> opened.get().from(server().uri());
            callers().loop(call, FEW, SECOND, new Callers.Answered());
            measure(answered -> callers().loop(call, MANY, SECOND, answered), figures);
            callers().loop(call, MANY, 2 * SECOND, new Callers.Answered());
            Callers.Answered later = new Callers.Answered();
            callers().loop(call, MANY, SECOND, later);
            figures.later = later.latencies.count();
        }
    }
}
