package dev.weir.testpool;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock that stands still until told otherwise. It starts so that its nanoseconds soon overflow. */
public final class PoolClock implements LongSupplier {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
