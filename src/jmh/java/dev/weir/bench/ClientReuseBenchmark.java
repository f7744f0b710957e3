package dev.weir.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/** What does a client per request cost over TLS, compared with one client for all requests? */
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 1_500, timeUnit = TimeUnit.MILLISECONDS)
public class ClientReuseBenchmark extends LoadBenchmark {

    /** Which client sends the requests of one caller. */
    @Param({"plain HttpClient 5, new for each request", "plain HttpClient 5, shared", "Weir, shared"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("https");
    }

    @Override
    Client newShared() throws Exception {
        return client.startsWith("Weir")
                ? Client.pooled(server().certificate(), b -> b)
                : Client.plain(server().certificate(), 20);
    }

    /** Lets a caller go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        load(
                client.contains("new")
                        ? number -> once()
                        : number -> shared().get().from(server().uri()),
                1,
                iteration,
                figures);
    }

    private void once() throws Exception {
        try (Client fresh = Client.untuned(server().certificate())) {
            fresh.get().from(server().uri());
        }
    }
}
