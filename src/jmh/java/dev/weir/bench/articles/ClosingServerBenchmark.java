package dev.weir.bench.articles;

import dev.weir.bench.ServerTerms;
import dev.weir.load.Call;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How many connections do 300 callers open on a server that closes each after a hundred responses, as S3 does?
 *
 * <p>The figures of an article on the pool for S3. A pool that keeps fewer idle connections than it has callers opens what
 * it has just closed; one that has fewer opens fewer.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ClosingServer -Djmh.args="-p limit=keeps,max"}
 */
public class ClosingServerBenchmark extends ArticleBenchmark {

    private static final int CALLERS = 300;
    private static final int RESPONSES = 100;

    /** How the server is talked to. */
    @Param("https")
    public String scheme;

    /** Which limit: how many idle connections are kept, or how many there are at most. */
    @Param("keeps")
    public String limit;

    /** The limit itself. */
    @Param({"10", "128", "300"})
    public int connections;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme, false).closingAfter(RESPONSES);
    }

    /**
     * Lets the callers go on for a while.
     *
     * @param figures takes what they found
     * @param iteration says how long
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(LoadFigures figures, IterationParams iteration) throws Exception {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        int most = limit.equals("keeps") ? CALLERS : connections;
        try (Client client =
                clients().pooled(b -> b.maxTotal(most).maxPerRoute(most).maxIdlePerRoute(connections))) {
            Call call = client.gets(server());
            measurement().of(answered -> callers().closedLoop(call, CALLERS, nanos, answered), figures);
        }
    }
}
