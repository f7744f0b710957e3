package dev.weir.bench;

import dev.weir.HttpPool;
import dev.weir.config.Spread;
import dev.weir.load.Latencies;
import dev.weir.testserver.Handler;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.HttpHost;
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
import org.openjdk.jmh.infra.IterationParams;

/**
 * What do a lease and a release cost with {@code dns.spread(EVEN)} beside {@code FIRST}, where 40 idle connections lead to one
 * address or to four?
 *
 * <p>Two pools take turns within each iteration, in slices of 2,000 leases; what counts is the ratio of their medians. The
 * score is only the length of an iteration.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=AddressesCost}, about a minute
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 8, time = 2)
public class AddressesCostBenchmark {

    static final String EVEN = "even lease";
    static final String FIRST = "first lease";

    private static final int SLICE = 2_000;

    /** How many addresses the name has. */
    @Param({"1", "4"})
    public int addresses;

    private AddressServers servers;
    private HttpPool even;
    private HttpPool first;
    private HttpRoute route;

    private static Handler handler(int server) {
        return AddressServers::answer;
    }

    /**
     * Starts the servers, and opens the connections of both pools.
     *
     * @throws IOException if a connection cannot be opened
     */
    @Setup
    public void start() throws IOException {
        servers = AddressServers.start(addresses, AddressesCostBenchmark::handler);
        servers.resolveTo(IntStream.range(0, addresses).boxed().toList());
        route = new HttpRoute(HttpHost.create(servers.uri()));
        even = open(Spread.EVEN);
        first = open(Spread.FIRST);
    }

    private HttpPool open(Spread spread) throws IOException {
        HttpPool pool = AddressPeers.builder(servers)
                .maxIdlePerRoute(AddressPeers.CONNECTIONS)
                .dns(d -> d.spread(spread))
                .build();
        new ClassicSender(pool.client()).open(servers.uri(), AddressPeers.CONNECTIONS);
        return pool;
    }

    /** Stops them. */
    @TearDown
    public void stop() {
        even.close();
        first.close();
        servers.close();
    }

    /**
     * Leases and releases by turns.
     *
     * @param iteration its length
     * @throws Exception if a lease fails
     */
    @Benchmark
    public void turns(IterationParams iteration) throws Exception {
        Latencies ofEven = new Latencies();
        Latencies ofFirst = new Latencies();
        long endNanos = System.nanoTime() + iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        do {
            ofEven.add(slice(even));
            ofFirst.add(slice(first));
            ofFirst.add(slice(first));
            ofEven.add(slice(even));
        } while (System.nanoTime() - endNanos < 0);
        Figures.note(EVEN, ofEven.quantileNanos(0.5) / SLICE);
        Figures.note(FIRST, ofFirst.quantileNanos(0.5) / SLICE);
    }

    private long slice(HttpPool pool) throws InterruptedException, ExecutionException, TimeoutException {
        HttpClientConnectionManager manager = pool.connectionManager();
        long beginNanos = System.nanoTime();
        for (int i = 0; i < SLICE; i++) {
            ConnectionEndpoint endpoint =
                    manager.lease("cost", route, Timeout.ofSeconds(1), null).get(Timeout.ofSeconds(1));
            manager.release(endpoint, null, TimeValue.ofSeconds(30));
        }
        return System.nanoTime() - beginNanos;
    }
}
