package dev.weir.bench;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How many connections do the modes of reuse open, and what do they cost?
 *
 * <p>HAProxy's table of {@code http-reuse}, seen from a client: sessions of one request, which no client may send again. Over
 * HTTP/2: {@code -p speaks=HTTP/2}
 */
public class ReuseModesBenchmark extends LoadBenchmark {

    private static final int CALLERS = 50;

    /** Which protocol is spoken. */
    @Param("HTTP/1.1")
    public String speaks;

    /** Which requests may use which connections. {@code NEVER} is as {@code SAFE} here: none is sent twice. */
    @Param({"SAFE", "AGGRESSIVE", "ALWAYS"})
    public ReusePolicy reuse;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(speaks);
    }

    /** Lets the callers go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        String certificate = server().certificate();
        UnaryOperator<HttpPoolBuilder> settings = b -> b.maxPerRoute(CALLERS).reuse(reuse);
        try (Client client = speaks.equals("HTTP/2")
                ? Client.multiplexed(certificate, settings)
                : Client.pooled(certificate, settings)) {
            load(number -> client.post(server().uri()), CALLERS, iteration, figures);
        }
    }
}
