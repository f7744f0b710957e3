package dev.weir.bench.articles;

import dev.weir.bench.ServerTerms;
import dev.weir.config.ReusePolicy;
import dev.weir.load.Call;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How many connections do the modes of reuse open, and what do they cost?
 *
 * <p>HAProxy's table of {@code http-reuse}, seen from a client: the first request of a session is one that no client may
 * send again, a {@code POST}; those after it may be sent again. Callers that close have sessions of one request, callers
 * that persist one session each.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ReuseModes -Djmh.args="-p speaks=HTTP/1.1,HTTP/2 -p sessions=closing,persistent"}
 */
public class ReuseModesBenchmark extends ArticleBenchmark {

    private static final int CALLERS = 50;

    /** How the server is talked to. */
    @Param("https")
    public String scheme;

    /** Which protocol is spoken. */
    @Param("HTTP/1.1")
    public String speaks;

    /** How long the sessions of callers are. */
    @Param("closing")
    public String sessions;

    /** Which requests may use which connections. */
    @Param({"NEVER", "SAFE", "AGGRESSIVE", "ALWAYS"})
    public ReusePolicy reuse;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme, speaks.equals("HTTP/2"));
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
        try (Client client = client()) {
            Call call = number -> send(client, number);
            measurement().of(answered -> callers().closedLoop(call, CALLERS, nanos, answered), figures);
        }
    }

    private Client client() throws Exception {
        return speaks.equals("HTTP/2")
                ? clients()
                        .multiplexed(b -> b.maxTotal(CALLERS)
                                .maxPerRoute(CALLERS)
                                .maxIdlePerRoute(CALLERS)
                                .reuse(reuse))
                : clients().pooled(b -> b.maxTotal(CALLERS).maxPerRoute(CALLERS).reuse(reuse));
    }

    private void send(Client client, int number) throws IOException {
        if (sessions.equals("closing") || number == 0) {
            client.post(server());
        } else {
            client.get(server());
        }
    }
}
