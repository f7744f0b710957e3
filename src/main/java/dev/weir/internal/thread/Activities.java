package dev.weir.internal.thread;

import dev.weir.internal.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Watches the threads that others need, and reports each that is held up, once: almost always by a listener or a callback
 * that blocks. The maintenance and the thread of the deadlines both look, so each of them watches the other. Thread-safe.
 */
public final class Activities {

    /** How long a thread may take for one activity. */
    static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How often a thread looks, at most. */
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Activities SHARED = new Activities(Log.of("pool"));

    private final Log log;
    private final Set<Activity> watched = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();

    // Written under the lock; also read without it to see whether it is time.
    private volatile long lookedNanos = System.nanoTime() - PAUSE_NANOS;
    private volatile List<Stuck> stuck = List.of();

    Activities(Log log) {
        this.log = log;
    }

    /**
     * Returns those of this JVM (of this class loader, to be exact).
     *
     * @return the activities
     */
    public static Activities shared() {
        return SHARED;
    }

    /**
     * Watches a thread.
     *
     * @param activity its activity
     */
    public void add(Activity activity) {
        watched.add(activity);
    }

    /**
     * Stops watching a thread.
     *
     * @param activity its activity
     */
    public void remove(Activity activity) {
        watched.remove(activity);
    }

    /**
     * Checks all, unless that was just done.
     *
     * @param nowNanos the time
     */
    public void look(long nowNanos) {
        if (nowNanos - lookedNanos >= PAUSE_NANOS && lock.tryLock()) {
            try {
                lookedNanos = nowNanos;
                stuck = lookAtAll(nowNanos);
            } finally {
                lock.unlock();
            }
        }
    }

    private List<Stuck> lookAtAll(long nowNanos) {
        List<Stuck> found = new ArrayList<>();
        for (Activity activity : watched) {
            long busyNanos = activity.busyNanos(nowNanos);
            if (busyNanos >= LIMIT_NANOS) {
                Stuck seen = activity.stuck(busyNanos);
                found.add(seen);
                tell(activity, seen);
            } else if (activity.isTold()) {
                activity.told(false);
                log.info("The thread '{}' goes on", activity.name());
            }
        }
        return List.copyOf(found);
    }

    private void tell(Activity activity, Stuck seen) {
        if (!activity.isTold()) {
            activity.told(true);
            log.warn("The thread {}: {}. Listeners and callbacks must not block", seen, seen.consequence());
        }
    }

    /**
     * Returns the threads that were held up at the last look.
     *
     * @return what is known of each
     */
    public List<Stuck> stuck() {
        return stuck;
    }
}
