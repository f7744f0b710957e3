package dev.weir.bench;

import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What do the limits of a pool and HTTP/2 make of callers that come and go in stages?
 *
 * <p>The figures of an article on connection pools in Go. All stages are of one length. The client has no connection at the
 * start of an iteration. Up to 400 callers: {@code -p stages=2-100-200-300-400-2 -r 6}
 */
public class StagesBenchmark extends LoadBenchmark {

    private static final int ALL = 400;

    /** How many callers there are in each stage. */
    @Param("2-100-2")
    public String stages;

    /** Which client with which limits. */
    @Param({"keeps 2 idle", "keeps 100 idle", "plain HttpClient 5", "at most 20", "HTTP/2"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(client.equals("HTTP/2") ? "HTTP/2" : "https");
    }

    /** Lets the callers go through all stages. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        int[] counts =
                Arrays.stream(stages.split("-", -1)).mapToInt(Integer::parseInt).toArray();
        long each = nanos(iteration) / counts.length;
        try (Client opened = newClient()) {
            Callers.Call call = number -> opened.get().from(server().uri());
            measure(
                    answered -> {
                        for (int count : counts) {
                            callers().loop(call, count, each, answered);
                        }
                    },
                    figures);
        }
    }

    private Client newClient() throws Exception {
        String certificate = server().certificate();
        return switch (client) {
            case "keeps 2 idle" ->
                Client.pooled(certificate, b -> b.maxTotal(ALL).maxPerRoute(ALL).maxIdlePerRoute(2));
            case "keeps 100 idle" ->
                Client.pooled(certificate, b -> b.maxTotal(ALL).maxPerRoute(ALL).maxIdlePerRoute(100));
            case "plain HttpClient 5" -> Client.plain(certificate, ALL);
            case "at most 20" -> Client.pooled(certificate, b -> b.maxPerRoute(20));
            default -> Client.multiplexed(certificate, b -> b);
        };
    }
}
