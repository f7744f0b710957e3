package dev.weir.bench.articles;

import dev.weir.bench.ServerTerms;
import dev.weir.config.ReusePolicy;
import dev.weir.load.Call;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What does reuse gain over a network, where each round trip takes its time?
 *
 * <p>A new connection waits for two round trips and each response for one. Requests come at a rate, whatever became of those
 * before, and a time counts from the moment at which a request was to be sent.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=RoundTrip -Djmh.args="-p roundTrip=0,1,20"}
 */
public class RoundTripBenchmark extends ArticleBenchmark {

    // Two cores do not make two hundred TLS handshakes in a second, and a client that needs one for each request would
    // only
    // queue.
    private static final double PER_SECOND = 100;
    private static final int CALLERS = 50;

    /** How long a round trip takes, in milliseconds. */
    @Param("20")
    public int roundTrip;

    /** Which client. */
    @Param({"a connection for each request", "a pool", "HTTP/2"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("https", client.equals("HTTP/2")).away(Duration.ofMillis(roundTrip));
    }

    /**
     * Sends requests at a rate for a while.
     *
     * @param figures takes what became of them
     * @param iteration says how long
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(LoadFigures figures, IterationParams iteration) throws Exception {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        try (Client http = client()) {
            Call call = http.gets(server());
            measurement().of(answered -> callers().openLoop(call, CALLERS, PER_SECOND, nanos, answered), figures);
        }
    }

    private Client client() throws Exception {
        return switch (client) {
            case "a connection for each request" ->
                clients()
                        .pooled(b -> b.maxPerRoute(CALLERS)
                                // All callers may dial at once: what is asked here is what a round trip costs, not what
                                // a governor does.
                                .dialing(d -> d.maxConcurrent(CALLERS))
                                .reuse(ReusePolicy.NEVER));
            case "a pool" -> clients().pooled(b -> b.maxPerRoute(CALLERS));
            case "HTTP/2" -> clients().multiplexed(b -> b);
            default -> throw new IllegalArgumentException("client: " + client);
        };
    }
}
