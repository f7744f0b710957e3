package dev.weir.lease;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Many threads that begin at the same moment, each with two requests in a row, and how often they wait. */
final class Crowd {

    private static final int EACH = 2;
    private static final long PATIENCE_SECONDS = 120;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final AtomicLong waits = new AtomicLong();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch left;
    private final int size;
    private final boolean isVirtual;

    Crowd(int size) {
        this(size, false);
    }

    private Crowd(int size, boolean isVirtual) {
        this.size = size;
        this.isVirtual = isVirtual;
        this.left = new CountDownLatch(size);
    }

    static Crowd virtual(int size) {
        return new Crowd(size, true);
    }

    /** Sends all requests, once. */
    void send(CloseableHttpClient client, String uri) throws Exception {
        ExecutorService callers = isVirtual ? virtualThreads() : Executors.newCachedThreadPool(daemons());
        for (int i = 0; i < size; i++) {
            callers.execute(() -> call(client, uri));
        }
        start.countDown();
        if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError(left.getCount() + " callers still wait: " + failures);
        }
        callers.shutdown();
    }

    /** How many requests were sent. */
    int requests() {
        return size * EACH;
    }

    /** How often the threads parked, slept, or found a monitor taken while they sent their requests; 0 for virtual ones. */
    long waits() {
        return waits.get();
    }

    /** What failed, and how often. */
    Map<String, Integer> failures() {
        return failures;
    }

    private void call(CloseableHttpClient client, String uri) {
        try {
            start.await();
            long before = waitsOfThisThread();
            for (int i = 0; i < EACH; i++) {
                client.execute(new HttpGet(uri), response -> {
                    EntityUtils.consume(response.getEntity());
                    return response.getCode();
                });
            }
            waits.addAndGet(waitsOfThisThread() - before);
        } catch (Exception e) {
            failures.merge(e.toString().replaceAll("[0-9]+", "#"), 1, Integer::sum);
        } finally {
            left.countDown();
        }
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task, "caller");
            thread.setDaemon(true);
            return thread;
        };
    }

    // The tests are compiled for Java 17, which has none.
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    // The JDK counts those of platform threads alone.
    private long waitsOfThisThread() {
        if (isVirtual) {
            return 0;
        }
        ThreadInfo thread = threads.getThreadInfo(Thread.currentThread().getId());
        return thread.getWaitedCount() + thread.getBlockedCount();
    }
}
