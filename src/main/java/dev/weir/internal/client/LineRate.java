package dev.weir.internal.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Limits the lines of a log in any second, and counts those that it suppresses. Thread-safe. */
final class LineRate {

    static final int NONE = -1;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock. The times of the last allowed lines, in a ring.
    private final long[] allowedNanos;
    private long lines;
    private long leftOut;

    LineRate(int mostPerSecond) {
        this.allowedNanos = new long[mostPerSecond];
    }

    /** Returns how many lines were suppressed since the last allowed one; {@link #NONE} if this one is suppressed, too. */
    long leftOutBefore(long nowNanos) {
        lock.lock();
        try {
            return take(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    private long take(long nowNanos) {
        int place = (int) (lines % allowedNanos.length);
        if (lines >= allowedNanos.length && nowNanos - allowedNanos[place] < SECOND_NANOS) {
            leftOut++;
            return NONE;
        }
        allowedNanos[place] = nowNanos;
        lines++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
