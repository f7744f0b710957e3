package dev.weir.internal.thread;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The current activity of a thread that others need. The thread notes when it begins and ends something, which needs no look
 * at the clock; {@link Activities} notices when one activity takes long.
 */
public final class Activity {

    /** In place of the name of a pool: all asynchronous ones share the thread. No pool can have this name. */
    public static final String ASYNC_POOLS = "*";

    private final String name;
    private final @Nullable String pool;
    private final String consequence;

    // Odd while it is busy. Written by the busy thread, read by all.
    private final AtomicInteger steps = new AtomicInteger();

    // Written by the busy thread before the step that shows it to others.
    private @Nullable Thread thread;
    private @Nullable Object subject;

    // For the busy thread alone.
    private int depth;

    // For the thread that looks, under the lock of the activities.
    private int seenSteps;
    private long seenNanos;
    private boolean isTold;

    /**
     * Describes the activity of a thread.
     *
     * @param name the name of the thread
     * @param pool the pool of the thread, or {@link #ASYNC_POOLS}; null if all pools share it
     * @param consequence what stands still while the thread is held up
     */
    public Activity(String name, @Nullable String pool, String consequence) {
        this.name = name;
        this.pool = pool;
        this.consequence = consequence;
    }

    /**
     * Begins an activity. For the busy thread.
     *
     * @param with a description of the work; null if not known
     */
    public void begin(@Nullable Object with) {
        depth++;
        if (depth == 1) {
            thread = Thread.currentThread();
            subject = with;
            steps.lazySet(steps.getPlain() + 1);
        }
    }

    /** Ends it. For the busy thread. */
    public void end() {
        depth--;
        if (depth == 0) {
            subject = null;
            steps.lazySet(steps.getPlain() + 1);
        }
    }

    String name() {
        return name;
    }

    boolean isTold() {
        return isTold;
    }

    void told(boolean told) {
        isTold = told;
    }

    /** Returns how long the same activity has been seen; 0 if it is idle, or has a new activity. */
    long busyNanos(long nowNanos) {
        int now = steps.get();
        if (now != seenSteps || now % 2 == 0) {
            seenSteps = now;
            seenNanos = nowNanos;
        }
        return nowNanos - seenNanos;
    }

    Stuck stuck(long busyNanos) {
        Thread busy = thread;
        Object with = subject;
        StackTraceElement[] stack = busy == null ? new StackTraceElement[0] : busy.getStackTrace();
        return new Stuck(
                name, pool, with == null ? null : String.valueOf(with), Stuck.placeIn(stack), busyNanos, consequence);
    }
}
