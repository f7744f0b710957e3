package dev.weir.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/** What does a request cost with other clients, each in a JVM of its own, against a server that takes 5 ms? */
@Warmup(iterations = 2, time = 2)
public class PeersBenchmark extends LoadBenchmark {

    /** Callers and connections. */
    @Param("8")
    public int callers;

    /** Which client. */
    @Param({
        "plain HttpClient 5",
        "Weir",
        "Weir async",
        "OkHttp",
        "JDK",
        "Weir HTTP/2",
        "Weir async HTTP/2",
        "OkHttp HTTP/2"
    })
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(client.endsWith("HTTP/2") ? "HTTP/2" : "https").thinking(5);
    }

    @Override
    Client newShared() throws Exception {
        return Client.named(client, server(), callers);
    }

    /** Lets the callers go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        load(shared(), callers, iteration, figures);
    }
}
