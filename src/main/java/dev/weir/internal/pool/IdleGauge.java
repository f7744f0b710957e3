package dev.weir.internal.pool;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many connections of a route are idle, and the minimum within an interval: the route has not needed that many.
 * Thread-safe; costs a lease one more read of a number that rarely changes.
 */
@SuppressWarnings("serial") // is itself the level, because each route has one of these, and is never serialized
final class IdleGauge extends AtomicInteger {

    private final AtomicInteger lowest = new AtomicInteger();
    private final AtomicLong beganNanos;

    IdleGauge(long nowNanos) {
        this.beganNanos = new AtomicLong(nowNanos);
    }

    /** Rises by one unless the level is as high as it may be; returns whether it did. */
    boolean riseWithin(int most) {
        int now = get();
        while (now < most) {
            if (compareAndSet(now, now + 1)) {
                return true;
            }
            now = get();
        }
        return false;
    }

    void fall() {
        int now = decrementAndGet();
        if (now < lowest.get()) {
            lowest.accumulateAndGet(now, Math::min);
        }
    }

    /**
     * Ends the interval if it has lasted for a given time, and begins the next. Returns how many connections were idle
     * throughout it; 0 while it goes on.
     */
    int unneededFor(long intervalNanos, long nowNanos) {
        long began = beganNanos.get();
        if (nowNanos - began < intervalNanos || !beganNanos.compareAndSet(began, nowNanos)) {
            return 0;
        }
        int unneeded = lowest.getAndSet(get());
        lowest.accumulateAndGet(get(), Math::min); // a decrease in between was compared with the former interval
        return unneeded;
    }
}
