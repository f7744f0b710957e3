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
        /** It may be made; the first one since the budget was used up, after a window without a refusal. */
        GRANTED_AGAIN,
        /** The budget has just been used up. */
        USED_UP,
        /** The budget is still used up. */
        STILL_USED_UP;

        /**
         * Tells whether the retry may be made.
         *
         * @return whether it may
         */
        public boolean isGranted() {
            return this == GRANTED || this == GRANTED_AGAIN;
        }
    }

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS = (int) (WINDOW_NANOS / SECOND_NANOS);

    private final ReentrantLock lock = new ReentrantLock();
    private final long beginNanos;

    // All guarded by the lock. Retries by second, in a ring.
    private final int[] retries = new int[SECONDS + 1];
    private long second;
    private boolean isUsedUp;
    private long refusedNanos;

    /**
     * Creates an unspent budget.
     *
     * @param nowNanos the time
     */
    public RetryBudget(long nowNanos) {
        this.beginNanos = nowNanos;
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
            return isLeft(exchanges, share) ? granted(nowNanos) : refused(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    private boolean isLeft(long exchanges, double share) {
        long spent = spent();
        return spent + 1 <= share * Math.max(0, exchanges - spent) + RESERVE;
    }

    private Answer granted(long nowNanos) {
        retries[(int) (second % retries.length)]++;
        if (isUsedUp && nowNanos - refusedNanos >= WINDOW_NANOS) {
            isUsedUp = false;
            return Answer.GRANTED_AGAIN;
        }
        return Answer.GRANTED;
    }

    // The first refusal after a while without any begins a new shortage, whether a retry was granted meanwhile or not.
    private Answer refused(long nowNanos) {
        boolean isNews = !isUsedUp || nowNanos - refusedNanos >= WINDOW_NANOS;
        isUsedUp = true;
        refusedNanos = nowNanos;
        return isNews ? Answer.USED_UP : Answer.STILL_USED_UP;
    }

    /**
     * Returns how many retries were granted within the window.
     *
     * @param nowNanos the time
     * @return the number
     */
    public long spent(long nowNanos) {
        lock.lock();
        try {
            roll(nowNanos);
            return spent();
        } finally {
            lock.unlock();
        }
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
