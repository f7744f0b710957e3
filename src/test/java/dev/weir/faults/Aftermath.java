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

    // For what has no limit of its own, on a machine under load.
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    // What a fault leaves is over within a second, and the next maintenance finds what no caller releases.
    private static final Duration IN_TIME = Duration.ofSeconds(5).plusSeconds(1);

    // Much less than the response takes that is ended by it.
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final String IO_THREADS = "weir-io";

    private Aftermath() {}

    /** The facts about a pool that has survived. */
    static final List<String> WHOLE = List.of(
            "books 0 0 0",
            "books in time true",
            "capacity " + Subject.CONNECTIONS,
            "total kept",
            "weir-maintenance alive",
            "weir-deadlines alive",
            "surplus sockets 0",
            "surplus sockets after eviction 0");

    /** The same, but for the sockets. */
    static final List<String> WHOLE_BUT_FOR_SOCKETS =
            WHOLE.stream().filter(fact -> !fact.startsWith("surplus")).toList();

    /** How many threads there are in a JVM with one copy of the library. */
    static final List<String> ONE_OF_EACH = List.of("weir-maintenance 1", "weir-deadlines 1");

    /** The facts about a pool that is the only one of its JVM. */
    static List<String> wholeAlone(String kind) {
        List<String> facts = new ArrayList<>(WHOLE);
        facts.addAll(ONE_OF_EACH);
        facts.add(IO_THREADS + " " + Subject.ioThreads(kind));
        return facts;
    }

    /**
     * Returns the books and how long it took until they were settled, the capacity, whether calls end in time, the threads,
     * and the sockets that are open beside the books'. Of the threads, those that a pool always has: others start when they
     * are needed, and end when they are idle.
     */
    static List<String> of(Subject subject) throws Exception {
        System.gc(); // leases that were lost are found as garbage
        List<String> facts = new ArrayList<>();
        long startNanos = System.nanoTime();
        facts.add("books " + settled(() -> inUse(subject), "0 0 0"));
        Duration spent = Duration.ofNanos(System.nanoTime() - startNanos);
        facts.add("books settled after " + spent.toMillis() + " ms");
        facts.add("books in time " + (spent.compareTo(IN_TIME) <= 0));
        facts.add("capacity " + capacity(subject));
        facts.add("total " + (isEndedInTime(subject) ? "kept" : "off"));
        facts.add("weir-maintenance " + (hasThread("weir-maintenance") ? "alive" : "gone"));
        facts.add("weir-deadlines " + (hasThread("weir-deadlines") ? "alive" : "gone"));
        facts.add("weir-deadlines " + settled(() -> threads("weir-deadlines"), "1")); // first: it ends when it is idle
        facts.add("weir-maintenance " + settled(() -> threads("weir-maintenance"), "1"));
        facts.add("surplus sockets " + settled(() -> surplus(subject), "0"));
        subject.evictIdle();
        facts.add("surplus sockets after eviction " + settled(() -> surplus(subject), "0"));
        facts.add(IO_THREADS + " " + settled(() -> threads(IO_THREADS), String.valueOf(subject.ioThreads)));
        return facts;
    }

    private static String settled(Callable<String> fact, String wanted) throws Exception {
        long startNanos = System.nanoTime();
        String now = fact.call();
        while (!now.equals(wanted) && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(10_000_000);
            now = fact.call();
        }
        return now;
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
        return !threads(name).equals("0");
    }

    // Those of that name, numbered or not.
    private static String threads(String name) {
        return String.valueOf(Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(each -> each.equals(name) || each.startsWith(name + "-"))
                .count());
    }
}
