package dev.weir.bench;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.micrometer.PoolMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a listener cost a request? A connection is leased and released without a request on it, with no
 * listener, with meters, and with meters and leak detection: the difference is what each request pays.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Listener -Djmh.args="-prof gc"}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ListenerBenchmark {

    private static final Timeout PATIENCE = Timeout.ofSeconds(10);
    private static final TimeValue KEEP = TimeValue.ofMinutes(10);

    /** The listeners. */
    @Param({"nobody", "meters", "meters+leaks"})
    public String listeners;

    private ServerProcess server;
    private HttpPool pool;
    private HttpClientConnectionManager manager;
    private HttpRoute route;

    /**
     * Starts the server and opens the connection.
     *
     * @throws Exception if one of them fails
     */
    @Setup
    public void start() throws Exception {
        server = ServerProcess.start(false);
        HttpPoolBuilder builder = HttpPool.builder("listeners")
                .keepAlive(k -> k.serverIdle(ofMinutes(60)).max(ofMinutes(20)))
                .eviction(e -> e.idle(ofMinutes(20)).maxLifetime(ofMinutes(60)).validateAfter(ofMinutes(10)));
        if (listeners.startsWith("meters")) {
            builder.listener(PoolMetrics.bindTo(new SimpleMeterRegistry()));
        }
        if (listeners.endsWith("leaks")) {
            builder.leakDetection(ofSeconds(30));
        }
        pool = builder.build();
        manager = pool.connectionManager();
        HttpHost host =
                new HttpHost("http", server.uri().getHost(), server.uri().getPort());
        route = new HttpRoute(host);
        // Only a connection that has carried a request stays.
        pool.client().execute(new HttpGet(server.uri()), response -> EntityUtils.toString(response.getEntity()));
    }

    /**
     * Ends them.
     *
     * @throws IOException if the server cannot be ended
     */
    @TearDown
    public void stop() throws IOException {
        pool.close();
        server.close();
    }

    /**
     * Leases and releases the connection.
     *
     * @return the endpoint
     * @throws Exception if that fails
     */
    @Benchmark
    public ConnectionEndpoint lease() throws Exception {
        ConnectionEndpoint endpoint =
                manager.lease("bench", route, PATIENCE, null).get(PATIENCE);
        manager.release(endpoint, null, KEEP);
        return endpoint;
    }
}
