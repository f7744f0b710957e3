package dev.weir.internal.async;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.reactor.IOWorkerSelector;
import org.apache.hc.core5.reactor.IOWorkerStats;
import org.apache.hc.core5.util.TimeValue;

/**
 * Gives new connections to the I/O threads in turn, but to none that is held up: code of a consumer or of a listener that
 * blocks it has done enough harm to the connections that it has. Thread-safe.
 */
final class WorkerChoice implements IOWorkerSelector {

    // A thread that has nothing to do looks once in each interval; what is later than this is not at its selector.
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
     * Returns the first, beginning with the one whose turn it is, that is not held up; else the one that is so the least.
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

    // HttpCore 5.5 has another method in its place: there each thread counts as just started, and all have their turn.
    private static long seenMillis(IOWorkerStats worker) {
        try {
            return worker.lastSelectMilli();
        } catch (NoSuchMethodError e) {
            return 0;
        }
    }
}
