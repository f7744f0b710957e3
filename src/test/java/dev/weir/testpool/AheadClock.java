package dev.weir.testpool;

import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The system's clock, put forward by a test, or stopped; for pools that another part builds. Thread-safe. */
public final class AheadClock implements LongSupplier {

    private final AtomicLong aheadNanos = new AtomicLong();
    private volatile LongSupplier system = System::nanoTime;

    @Override
    public long getAsLong() {
        return system.getAsLong() + aheadNanos.get();
    }

    public void advance(Duration time) {
        aheadNanos.addAndGet(time.toNanos());
    }

    public void stop() {
        long now = System.nanoTime();
        system = () -> now;
    }

    /** Lets a pool go by this clock. */
    public void in(HttpPoolBuilder builder) {
        PoolTime.of(this, builder);
    }
}
