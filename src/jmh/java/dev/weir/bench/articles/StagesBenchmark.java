package dev.weir.bench.articles;

import dev.weir.bench.ServerTerms;
import dev.weir.load.Call;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What do the limits of a pool, HTTP/2 and the governor of dials make of callers that come and go in stages?
 *
 * <p>The figures of an article on connection pools in Go. All stages are of one length, in a closed loop. The client has no
 * connection at the start of an iteration.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Stages -Djmh.args="-p stages=2-100-200-300-400-2 -r 6"}
 */
public class StagesBenchmark extends ArticleBenchmark {

    private static final int ALL = 400;

    /** How many callers there are in each stage. */
    @Param("2-100-2")
    public String stages;

    /** How the server is talked to. */
    @Param("https")
    public String scheme;

    /** Which client with which limits. */
    @Param({"keeps 2", "keeps 100", "keeps 100, dials 400", "plain", "max 20", "HTTP/2", "HTTP/2, 1 connection"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme, client.startsWith("HTTP/2"));
    }

    /**
     * Lets the callers go through all stages.
     *
     * @param figures takes what they found
     * @param iteration says how long
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(LoadFigures figures, IterationParams iteration) throws Exception {
        int[] counts =
                Arrays.stream(stages.split("-", -1)).mapToInt(Integer::parseInt).toArray();
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS) / counts.length;
        try (Client http = client()) {
            Call call = http.gets(server());
            measurement()
                    .of(
                            answered -> {
                                for (int count : counts) {
                                    callers().closedLoop(call, count, nanos, answered);
                                }
                            },
                            figures);
        }
    }

    private Client client() throws Exception {
        return switch (client) {
            case "keeps 2" ->
                clients().pooled(b -> b.maxTotal(ALL).maxPerRoute(ALL).maxIdlePerRoute(2));
            case "keeps 100" ->
                clients().pooled(b -> b.maxTotal(ALL).maxPerRoute(ALL).maxIdlePerRoute(100));
            case "keeps 100, dials 400" ->
                clients()
                        .pooled(b -> b.maxTotal(ALL)
                                .maxPerRoute(ALL)
                                .maxIdlePerRoute(100)
                                .dialing(d -> d.maxConcurrent(ALL)));
            case "plain" -> clients().plain(ALL);
            case "max 20" -> clients().pooled(b -> b.maxPerRoute(20));
            case "HTTP/2" -> clients().multiplexed(b -> b);
            case "HTTP/2, 1 connection" -> clients().multiplexed(b -> b.maxPerRoute(1));
            default -> throw new IllegalArgumentException("client: " + client);
        };
    }
}
