package dev.weir.faults;

import dev.weir.event.PoolSnapshot;
import dev.weir.failure.TotalTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The state of a pool when a fault is over, as one fact per line. */
final class Aftermath {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    // Much less than the response takes that is ended by it.
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private Aftermath() {}

    /** The facts about a pool that has survived. */
    static final List<String> WHOLE = List.of(
            "books 0 0 0",
            "capacity " + Subject.CONNECTIONS,
            "total kept",
            "weir-maintenance alive",
            "weir-deadlines alive",
            "surplus sockets 0",
            "surplus sockets after eviction 0");

    /** The same, but for the sockets. */
    static final List<String> WHOLE_BUT_FOR_SOCKETS =
            WHOLE.stream().filter(fact -> !fact.startsWith("surplus")).toList();

    /**
     * Returns the books, the capacity, whether calls end in time, the threads, and the sockets that are open beside the
     * books'.
     */
    static List<String> of(Subject subject) throws Exception {
        System.gc(); // leases that were lost are found as garbage
        List<String> facts = new ArrayList<>();
        facts.add("books " + settled(() -> inUse(subject), "0 0 0"));
        facts.add("capacity " + capacity(subject));
        facts.add("total " + (isEndedInTime(subject) ? "kept" : "off"));
        facts.add("weir-maintenance " + (hasThread("weir-maintenance") ? "alive" : "gone"));
        facts.add("weir-deadlines " + (hasThread("weir-deadlines") ? "alive" : "gone"));
        facts.add("surplus sockets " + settled(() -> surplus(subject), "0"));
        subject.evictIdle();
        facts.add("surplus sockets after eviction " + settled(() -> surplus(subject), "0"));
        return facts;
    }

    private static String settled(Callable<String> fact, String wanted) throws Exception {
        long startNanos = System.nanoTime();
        while (!fact.call().equals(wanted) && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(10_000_000);
        }
        return fact.call();
    }

    private static String inUse(Subject subject) {
        PoolSnapshot now = subject.books();
        return now.leased() + " " + now.pending() + " " + now.dialing();
    }

    private static String surplus(Subject subject) throws IOException {
        return String.valueOf(Sockets.open(subject.port) - subject.books().idle());
    }

    // The server answers none before as many are there as the pool has connections.
    private static int capacity(Subject subject) throws InterruptedException {
        AtomicInteger answered = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(Subject.CONNECTIONS);
        for (int i = 0; i < Subject.CONNECTIONS; i++) {
            Thread caller = new Thread(() -> {
                count(subject, answered);
                ended.countDown();
            });
            caller.setDaemon(true);
            caller.start();
        }
        ended.await();
        return answered.get();
    }

    private static void count(Subject subject, AtomicInteger answered) {
        try {
            answered.addAndGet(subject.get("/together") == 200 ? 1 : 0);
        } catch (IOException | RuntimeException e) {
            System.out.println("failed by " + e);
        }
    }

    private static boolean isEndedInTime(Subject subject) throws IOException {
        long startNanos = System.nanoTime();
        try {
            subject.get("/drip", LIMIT);
            return false;
        } catch (TotalTimeoutException e) {
            return System.nanoTime() - startNanos < LIMIT.plusSeconds(10).toNanos();
        }
    }

    static boolean hasThread(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(name));
    }
}
