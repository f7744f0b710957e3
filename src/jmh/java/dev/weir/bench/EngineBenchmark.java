package dev.weir.bench;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.ReuseGrade;
import dev.weir.engine.Segment;
import dev.weir.engine.SegmentedPool;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.LaxConnPool;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.RouteSegmentedConnPool;
import org.apache.hc.core5.pool.StrictConnPool;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What do a lease and a release cost in each engine, with no network, by 64 threads on 100 routes? */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 1)
public class EngineBenchmark {
    private static final int PER_ROUTE = 100;
    private static final int ROUTES = 100;
    private static final int TOTAL = 1_000_000;
    private static final TimeValue NEVER = TimeValue.NEG_ONE_MILLISECOND;

    /** Whose engine: HttpCore's default, its one without a total limit, its newest, or Weir's. */
    @Param({"strict", "lax", "offlock", "Weir"})
    public String engine;

    private @Nullable ManagedConnPool<Integer, StubConnection> pool;
    private @Nullable SegmentedPool<Route> weir;

    /** A route of Weir's engine. */
    private static final class Route extends Segment {
        private static final Limits LIMITS = new Limits(PER_ROUTE, PER_ROUTE, 0, Integer.MAX_VALUE, 8);

        Route(SegmentedPool<?> pool, Integer route) {
            super(pool, route);
        }

        @Override
        protected Limits limits() {
            return LIMITS;
        }

        @Override
        protected Entry newEntry() {
            return new StubEntry(this);
        }

        @Override
        protected void dial(Entry entry) {
            ((StubEntry) entry).opened = true;
            entry.dialed(() -> 1);
        }
    }

    /** A connection of Weir's engine to nowhere. */
    private static final class StubEntry extends Entry {
        private volatile boolean opened;

        StubEntry(Segment segment) {
            super(segment);
        }

        @Override
        protected boolean isEstablished() {
            return opened;
        }

        @Override
        protected ReuseGrade grade() {
            return ReuseGrade.PROVEN;
        }

        @Override
        protected void dispose(CloseCause why, CloseMode mode) {}
    }

    /** A connection to nowhere. */
    private static final class StubConnection implements ModalCloseable {
        @Override
        public void close(CloseMode mode) {}

        @Override
        public void close() {}
    }

    /** Opens the pool, with an idle connection on each route. */
    @Setup(Level.Iteration)
    public void open() throws Exception {
        pool = switch (engine) {
            case "strict" -> new StrictConnPool<>(PER_ROUTE, TOTAL, NEVER, PoolReusePolicy.LIFO, null);
            case "lax" -> new LaxConnPool<>(PER_ROUTE, NEVER, PoolReusePolicy.LIFO, null);
            case "offlock" ->
                new RouteSegmentedConnPool<>(PER_ROUTE, TOTAL, NEVER, PoolReusePolicy.LIFO, StubConnection::close);
            default -> null;
        };
        weir = pool == null ? new SegmentedPool<>(TOTAL, System::nanoTime) : null;
        for (int route = 0; weir != null && route < ROUTES; route++) {
            weir.add(new Route(weir, route));
        }
        for (int route = 0; route < ROUTES; route++) {
            use(route);
        }
    }

    /** Closes it. */
    @TearDown(Level.Iteration)
    public void close() {
        if (pool != null) {
            pool.close(CloseMode.IMMEDIATE);
        } else if (weir != null) {
            weir.close(CloseMode.IMMEDIATE);
        }
    }

    /** Leases and releases. */
    @Benchmark
    @Threads(64)
    public void leaseAndRelease() throws Exception {
        use(ThreadLocalRandom.current().nextInt(ROUTES));
    }

    private void use(int route) throws Exception {
        if (pool != null) {
            use(pool, route);
        } else if (weir != null) {
            use(Objects.requireNonNull(weir.find(route)));
        }
    }

    private static void use(ManagedConnPool<Integer, StubConnection> pool, int route) throws Exception {
        PoolEntry<Integer, StubConnection> entry =
                pool.lease(route, null, Timeout.DISABLED, null).get(1, TimeUnit.MINUTES);
        if (!entry.hasConnection()) {
            entry.assignConnection(new StubConnection());
            entry.updateExpiry(TimeValue.ofDays(1));
        }
        pool.release(entry, true);
    }

    private static void use(Route route) throws Exception {
        Thread own = Thread.currentThread();
        Object got = route.lease(null, LeaseTerms.ANY, 0, Integer.MAX_VALUE, told -> LockSupport.unpark(own));
        Entry entry = got instanceof Entry free ? free : null;
        while (entry == null) {
            LockSupport.park();
            entry = ((Waiter) Objects.requireNonNull(got)).take();
        }
        entry.giveBack(true, true);
    }
}
