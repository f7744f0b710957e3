package dev.weir.bench;

import static java.time.Duration.ZERO;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.micrometer.PoolMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does each feature of a pool cost a request, and all of them together?
 *
 * <p>Pools that differ in one feature take turns with plain HttpClient 5 tuned by hand and with a pool that has none of
 * them, as in {@link PeersBenchmark}. What a feature costs is the difference between its pool and the bare one.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=FeatureCost}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 8, time = 2)
public class FeatureCostBenchmark extends ContestBenchmark {

    private static final int CONNECTIONS = 100;

    /** How many threads send requests. */
    @Param("8")
    public int callers;

    @Override
    int callers() {
        return callers;
    }

    @Override
    ServerProcess startServer() throws Exception {
        return ServerProcess.start(false);
    }

    @Override
    List<Peer> peers(ServerProcess server) throws Exception {
        return List.of(
                bare(),
                plain(server.trust()),
                peer("deadline", builder -> builder.timeouts(t -> t.total(PeerTerms.TOTAL))),
                peer("learning", builder -> builder.keepAlive(k -> k.learn(true))),
                peer("metrics", FeatureCostBenchmark::metrics),
                peer("leak detection", builder -> builder.leakDetection(PeerTerms.READ)),
                peer("all of them", FeatureCostBenchmark::all));
    }

    private static Peer bare() {
        return peer("a pool without them", builder -> builder);
    }

    private static Peer peer(String name, UnaryOperator<HttpPoolBuilder> feature) {
        HttpPool pool = feature.apply(builder()).build();
        return new Peer(name, new ClassicSender(pool.client()), pool);
    }

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("features")
                .maxTotal(CONNECTIONS)
                .maxPerRoute(CONNECTIONS)
                .keepAlive(k -> k.learn(false))
                .timeouts(t -> t.poolWait(PeerTerms.POOL_WAIT)
                        .connect(PeerTerms.CONNECT)
                        .read(PeerTerms.READ)
                        .total(ZERO));
    }

    private static HttpPoolBuilder metrics(HttpPoolBuilder builder) {
        return builder.listener(PoolMetrics.bindTo(new SimpleMeterRegistry()));
    }

    private static HttpPoolBuilder all(HttpPoolBuilder builder) {
        return metrics(builder)
                .timeouts(t -> t.total(PeerTerms.TOTAL))
                .keepAlive(k -> k.learn(true))
                .leakDetection(PeerTerms.READ);
    }

    private static Peer plain(Trust trust) throws Exception {
        try (HttpPool like = builder().build()) {
            CloseableHttpClient client =
                    PlainClient.tuned(like.config(), new DefaultClientTlsStrategy(trust.newContext()));
            return new Peer("HttpClient 5 tuned", new ClassicSender(client), client);
        }
    }
}
