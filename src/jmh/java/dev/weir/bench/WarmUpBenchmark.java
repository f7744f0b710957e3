package dev.weir.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What does a request cost beside plain HttpClient 5, from the start of a JVM on?
 *
 * <p>Nothing is warmed up: the iterations are the curve, the last one is what a warm service pays.
 */
@Warmup(iterations = 0)
@Measurement(iterations = 5, time = 4)
public class WarmUpBenchmark extends LoadBenchmark {

    /** How many callers there are, and how long the server takes. Any numbers will do. */
    @Param({"8-callers-5-ms", "100-callers-0-ms"})
    public String load;

    /** Which client. */
    @Param({"plain HttpClient 5", "Weir"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("https").thinking(Integer.parseInt(load.split("-", -1)[2]));
    }

    private int callerCount() {
        return Integer.parseInt(load.split("-", -1)[0]);
    }

    @Override
    Client newShared() throws Exception {
        return Client.named(client, server(), callerCount());
    }

    /** Lets the callers go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        load(shared(), callerCount(), iteration, figures);
    }
}
