package dev.weir.internal.retry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The retries that the calls to one route share: within ten seconds, a share of the requests plus a few, so that a route
 * with little traffic has some, too. Without a budget, a failing server gets a multiple of the load under which it fails.
 * Thread-safe; takes the time.
 */
public final class RetryBudget {

    /** The window in which requests and retries count. */
    public static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Retries within the window that need no requests. */
    public static final int RESERVE = 10;

    /** The decision on a retry. */
    public enum Answer {
        /** It may be made. */
        GRANTED,
        /** It may not, for the first time within a window. */
        USED_UP,
        /** It may not, like others before it. */
        STILL_USED_UP
    }

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS = (int) (WINDOW_NANOS / SECOND_NANOS);

    private final ReentrantLock lock = new ReentrantLock();
    private final long beginNanos;

    // All guarded by the lock. Retries by second, in a ring.
    private final int[] retries = new int[SECONDS + 1];
    private long second;
    private long refusedNanos;

    /**
     * Creates an unspent budget.
     *
     * @param nowNanos the time
     */
    public RetryBudget(long nowNanos) {
        this.beginNanos = nowNanos;
        this.refusedNanos = nowNanos - WINDOW_NANOS;
    }

    /**
     * Takes one retry out of the budget, if there is one.
     *
     * @param nowNanos the time
     * @param exchanges requests within the window, retries included
     * @param share how many retries each request adds
     * @return the decision
     */
    public Answer take(long nowNanos, long exchanges, double share) {
        lock.lock();
        try {
            roll(nowNanos);
            return isLeft(exchanges, share) ? granted() : refused(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    private boolean isLeft(long exchanges, double share) {
        long spent = spent();
        return spent + 1 <= share * Math.max(0, exchanges - spent) + RESERVE;
    }

    private Answer granted() {
        retries[(int) (second % retries.length)]++;
        return Answer.GRANTED;
    }

    private Answer refused(long nowNanos) {
        boolean isNews = nowNanos - refusedNanos >= WINDOW_NANOS;
        refusedNanos = nowNanos;
        return isNews ? Answer.USED_UP : Answer.STILL_USED_UP;
    }

    private long spent() {
        long sum = 0;
        for (int each : retries) {
            sum += each;
        }
        return sum;
    }

    // Threads may pass times that are a little older than the last.
    private void roll(long nowNanos) {
        long current = (nowNanos - beginNanos) / SECOND_NANOS;
        long steps = Math.min(current - second, retries.length);
        for (long step = 1; step <= steps; step++) {
            retries[(int) ((second + step) % retries.length)] = 0;
        }
        second = Math.max(second, current);
    }
}
