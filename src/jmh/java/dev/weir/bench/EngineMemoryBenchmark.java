package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Timeout;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How much memory does each engine take for an idle connection, the connection itself left out? See the counter {@code
 * bytesPerConnection}; the time means nothing.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=EngineMemory}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1)
@Measurement(iterations = 1) // JMH would add the bytes of several
public class EngineMemoryBenchmark {
    private static final int IDLE = 10_000;

    /** Whose engine. */
    @Param
    public Engine engine;

    /** On how many routes they are. */
    @Param({"1", "10000"})
    public int routes;

    /** What is measured. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Memory {
        /** Heap taken for each idle connection. */
        public long bytesPerConnection;
    }

    /**
     * Fills a pool.
     *
     * @param memory what is measured
     * @return the pool
     * @throws Exception if that fails
     */
    @Benchmark
    public Object fill(Memory memory) throws Exception {
        Integer[] names = new Integer[routes];
        for (int i = 0; i < routes; i++) {
            names[i] = i;
        }
        StubConnection connection = new StubConnection();
        long before = usedBytes();
        ManagedConnPool<Integer, StubConnection> pool = engine.open(IDLE, IDLE);
        fill(pool, names, connection);
        memory.bytesPerConnection = (usedBytes() - before) / IDLE;
        pool.close(CloseMode.IMMEDIATE);
        return pool;
    }

    private static void fill(ManagedConnPool<Integer, StubConnection> pool, Integer[] routes, StubConnection connection)
            throws Exception {
        List<PoolEntry<Integer, StubConnection>> entries = new ArrayList<>();
        for (int i = 0; i < IDLE; i++) {
            PoolEntry<Integer, StubConnection> entry = pool.lease(
                            routes[i % routes.length], null, Timeout.DISABLED, null)
                    .get(1, TimeUnit.MINUTES);
            entry.assignConnection(connection);
            entries.add(entry);
        }
        entries.forEach(entry -> pool.release(entry, true));
    }

    // The second collection takes what the first made unreachable.
    private static long usedBytes() {
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
