package dev.weir.bench;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do a lease and a release cost in each engine, with no network, by routes, by threads, and by callers that wait
 * elsewhere?
 *
 * <p>{@code mvn jmh:run -Djmh.includes=EngineBenchmark -Djmh.args="-prof gc"}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EngineBenchmark {
    private static final int SLOW_ROUTE = -1;

    /** Whose engine. */
    @Param
    public Engine engine;

    /** How many routes are used, each with an idle connection at the start. */
    @Param({"1", "100", "10000"})
    public int routes;

    /** How many callers wait on a route that is not used. */
    @Param({"0", "10000"})
    public int waiters;

    private ManagedConnPool<Integer, StubConnection> pool;

    /**
     * Opens the pool.
     *
     * @throws Exception if that fails
     */
    @Setup(Level.Iteration)
    @SuppressWarnings("FutureReturnValueIgnored") // they wait forever
    public void open() throws Exception {
        pool = engine.open(100, 1_000_000);
        for (int route = 0; route < routes; route++) {
            use(route);
        }
        pool.setMaxPerRoute(SLOW_ROUTE, 1);
        for (int waiter = 0; waiter < waiters; waiter++) {
            pool.lease(SLOW_ROUTE, null, Timeout.DISABLED, null);
        }
    }

    /** Closes it. */
    @TearDown(Level.Iteration)
    public void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    /**
     * Leases and releases, alone.
     *
     * @throws Exception if that fails
     */
    @Benchmark
    public void alone() throws Exception {
        use(ThreadLocalRandom.current().nextInt(routes));
    }

    /**
     * Leases and releases, as one of 64.
     *
     * @throws Exception if that fails
     */
    @Benchmark
    @Threads(64)
    public void amongMany() throws Exception {
        use(ThreadLocalRandom.current().nextInt(routes));
    }

    /**
     * Asks for the totals.
     *
     * @return the totals
     */
    @Benchmark
    public Object totals() {
        return pool.getTotalStats();
    }

    private void use(int route) throws InterruptedException, ExecutionException, TimeoutException {
        PoolEntry<Integer, StubConnection> entry =
                pool.lease(route, null, Timeout.DISABLED, null).get(1, TimeUnit.MINUTES);
        if (!entry.hasConnection()) {
            entry.assignConnection(new StubConnection());
            entry.updateExpiry(TimeValue.ofDays(1));
        }
        pool.release(entry, true);
    }
}
