package dev.weir.load;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that moves only when a thread waits for a moment, or is told to. It starts so that its nanoseconds soon overflow.
 */
final class FakeLoadClock implements LoadClock {

    static final long START = Long.MAX_VALUE - 1_000;

    private final AtomicLong nanos = new AtomicLong(START);

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void await(long moment) {
        nanos.accumulateAndGet(moment, (now, then) -> then - now > 0 ? then : now);
    }

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
