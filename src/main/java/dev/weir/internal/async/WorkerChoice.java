package dev.weir.internal.async;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.reactor.IOWorkerSelector;
import org.apache.hc.core5.reactor.IOWorkerStats;
import org.apache.hc.core5.util.TimeValue;

/**
 * Assigns new connections to the I/O threads in turn, except to threads that are held up: blocking code of a consumer or a
 * listener already delays the connections of such a thread. Thread-safe.
 */
final class WorkerChoice implements IOWorkerSelector {

    // An idle thread wakes up once in each interval; one that is later than this is not at its selector.
    static final long GRACE_MILLIS = 200;

    private final long heldUpMillis;
    private final AtomicInteger turn = new AtomicInteger();

    WorkerChoice(TimeValue selectInterval) {
        this.heldUpMillis = selectInterval.toMilliseconds() + GRACE_MILLIS;
    }

    @Override
    public int select(IOWorkerStats[] workers) {
        return choose(workers, turn.getAndIncrement() & Integer.MAX_VALUE, System.currentTimeMillis());
    }

    /**
     * Returns the next thread in turn that is not held up; if all are, the one that is held up the least.
     */
    int choose(IOWorkerStats[] workers, int first, long nowMillis) {
        int latest = first % workers.length;
        for (int i = 0; i < workers.length; i++) {
            int next = (first + i) % workers.length;
            long seenMillis = seenMillis(workers[next]);
            if (seenMillis == 0 || nowMillis - seenMillis <= heldUpMillis) {
                return next; // 0: it has just been started
            }
            latest = seenMillis > seenMillis(workers[latest]) ? next : latest;
        }
        return latest;
    }

    // HttpCore 5.5 replaces this method: there each thread counts as just started, and all take turns.
    private static long seenMillis(IOWorkerStats worker) {
        try {
            return worker.lastSelectMilli();
        } catch (NoSuchMethodError e) {
            return 0;
        }
    }
}
