package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
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
 * How long does a lease take while another thread looks through 10,000 idle connections of the same route, a hundred times a
 * second?
 *
 * <p>{@code mvn jmh:run -Djmh.includes=EngineSweep}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class EngineSweepBenchmark {
    private static final int IDLE = 10_000;
    private static final int ROUTE = 1;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Whose engine. */
    @Param
    public Engine engine;

    /** Whether the other thread is there. */
    @Param({"false", "true"})
    public boolean sweeping;

    private ManagedConnPool<Integer, StubConnection> pool;
    private @Nullable Thread sweeper;
    private volatile boolean ended;

    /**
     * Fills the pool.
     *
     * @throws Exception if that fails
     */
    @Setup(Level.Trial)
    public void open() throws Exception {
        pool = engine.open(IDLE, IDLE);
        List<PoolEntry<Integer, StubConnection>> entries = new ArrayList<>();
        for (int i = 0; i < IDLE; i++) {
            entries.add(lease());
        }
        entries.forEach(entry -> pool.release(entry, true));
        if (sweeping) {
            sweeper = new Thread(this::sweep, "sweeper");
            sweeper.start();
        }
    }

    /**
     * Closes it.
     *
     * @throws InterruptedException if that is interrupted
     */
    @TearDown(Level.Trial)
    public void close() throws InterruptedException {
        ended = true;
        if (sweeper != null) {
            sweeper.join();
        }
        pool.close(CloseMode.IMMEDIATE);
    }

    private void sweep() {
        while (!ended) {
            pool.closeIdle(TimeValue.ofDays(1));
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Leases and releases.
     *
     * @throws Exception if that fails
     */
    @Benchmark
    public void use() throws Exception {
        pool.release(lease(), true);
    }

    private PoolEntry<Integer, StubConnection> lease() throws Exception {
        PoolEntry<Integer, StubConnection> entry =
                pool.lease(ROUTE, null, Timeout.DISABLED, null).get(1, TimeUnit.MINUTES);
        if (!entry.hasConnection()) {
            entry.assignConnection(new StubConnection());
            entry.updateExpiry(TimeValue.ofDays(1));
        }
        return entry;
    }
}
