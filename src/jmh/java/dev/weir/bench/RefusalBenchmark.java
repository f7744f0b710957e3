package dev.weir.bench;

import dev.weir.HttpPool;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * What does a refusal cost, by the number of routes that the pool knows? All connections of a route are leased, no caller
 * may wait, and a caller asks for one more. The score is time; {@code cpuNanos} is the CPU time of the caller for each
 * refusal.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Refusal}, a minute; with {@code -Djmh.args="-p full=total"} the pool has no room
 * either
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 5, time = 1)
public class RefusalBenchmark {

    private static final int CONNECTIONS = 20;
    private static final Timeout PATIENCE = Timeout.ofSeconds(10);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** How many routes the pool knows; all have had a connection, and one has any now. */
    @Param({"1", "13", "1000", "10000"})
    public int routes;

    /** Which limit is reached: that of the route, or that of the pool as well. */
    @Param("route")
    public String full;

    // Else they would count as leaked, and come back.
    private final List<ConnectionEndpoint> held = new ArrayList<>();
    private LoopbackServer server;
    private HttpPool pool;
    private HttpClientConnectionManager manager;
    private HttpRoute taken;
    private long refusals;
    private long beginCpuNanos;

    /**
     * Makes the routes known, and takes all connections of one.
     *
     * @throws Exception if a connection cannot be opened
     */
    @Setup
    public void start() throws Exception {
        server = LoopbackServer.http().recordedRequests(0).start();
        pool = HttpPool.builder("refusal")
                .maxPerRoute(CONNECTIONS)
                .maxTotal(full.equals("total") ? CONNECTIONS : 2 * CONNECTIONS)
                .maxPending(0)
                .build();
        manager = pool.connectionManager();
        for (int i = 1; i < routes; i++) {
            manager.release(connect(route("host-" + i + ".test")), null, TimeValue.ZERO_MILLISECONDS);
        }
        taken = route("taken.test");
        for (int i = 0; i < CONNECTIONS; i++) {
            held.add(connect(taken));
        }
    }

    // With its address, so that no name is looked up.
    private HttpRoute route(String host) {
        return new HttpRoute(new HttpHost(
                "http", InetAddress.getLoopbackAddress(), host, server.uri("/").getPort()));
    }

    private ConnectionEndpoint connect(HttpRoute route) throws Exception {
        ConnectionEndpoint endpoint =
                manager.lease("bench", route, PATIENCE, null).get(PATIENCE);
        manager.connect(endpoint, PATIENCE, HttpClientContext.create());
        return endpoint;
    }

    /** Ends them. */
    @TearDown
    public void stop() {
        pool.close();
        server.close();
    }

    /** Begins to count. */
    @Setup(Level.Iteration)
    public void begin() {
        refusals = 0;
        beginCpuNanos = THREADS.getCurrentThreadCpuTime();
    }

    /** Notes what one took. */
    @TearDown(Level.Iteration)
    public void end() {
        Figures.note("cpuNanos", (double) (THREADS.getCurrentThreadCpuTime() - beginCpuNanos) / refusals);
    }

    /**
     * Asks for a connection, and is refused.
     *
     * @return what the caller is told
     * @throws Exception if the lease ends otherwise
     */
    @Benchmark
    public PoolExhaustedException refuse() throws Exception {
        refusals++;
        try {
            manager.lease("bench", taken, PATIENCE, null).get(PATIENCE);
        } catch (Exception e) { // the refusal is not declared
            if (e instanceof PoolExhaustedException refusal) {
                return refusal;
            }
            throw e;
        }
        throw new IOException("A connection came");
    }
}
