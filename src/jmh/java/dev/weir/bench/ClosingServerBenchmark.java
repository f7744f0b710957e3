package dev.weir.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How many connections do 300 callers open on a server that closes each after a hundred responses, as S3 does?
 *
 * <p>The figures of an article on the pool for S3: one that keeps fewer idle connections than it has callers opens again what
 * it has just closed.
 */
public class ClosingServerBenchmark extends LoadBenchmark {

    private static final int CALLERS = 300;

    /** How many idle connections are kept; with {@code -p keeps=300}, as many as there are callers. */
    @Param({"10", "128"})
    public int keeps;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("https").closingAfter(100);
    }

    /** Lets the callers go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        try (Client client = Client.pooled(
                server().certificate(),
                b -> b.maxTotal(CALLERS).maxPerRoute(CALLERS).maxIdlePerRoute(keeps))) {
            load(client, CALLERS, iteration, figures);
        }
    }
}
