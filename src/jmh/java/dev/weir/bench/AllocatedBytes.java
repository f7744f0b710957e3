package dev.weir.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * What the threads of this JVM have allocated at a moment; those of JMH and of this class included, which is little.
 *
 * @param byThread bytes by the number of the thread
 */
record AllocatedBytes(Map<Long, Long> byThread) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static AllocatedBytes now() {
        long[] threads = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(threads);
        Map<Long, Long> byThread = new HashMap<>();
        for (int i = 0; i < threads.length; i++) {
            byThread.put(threads[i], Math.max(0, bytes[i]));
        }
        return new AllocatedBytes(byThread);
    }

    /** Returns what was allocated since; threads that have ended meanwhile are not counted. */
    long since(AllocatedBytes before) {
        return byThread.entrySet().stream()
                .mapToLong(thread -> thread.getValue() - before.byThread.getOrDefault(thread.getKey(), 0L))
                .sum();
    }
}
