package dev.weir.servers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Threads that send the mix, each the next request after a pause, and pause while a test takes a sample. Thread-safe. */
final class SoakCallers {

    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);

    // Fair, so that a sample gets its turn between two requests.
    private final ReentrantReadWriteLock sending = new ReentrantReadWriteLock(true);
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Map<String, LongAdder> wrong = new ConcurrentHashMap<>();
    private final long longestPauseNanos;
    private volatile boolean stopped;

    SoakCallers(Duration longestPause) {
        this.longestPauseNanos = longestPause.toNanos();
    }

    void start(SoakServer server, SoakPool pool, boolean fullDuplex, Random random) {
        Thread thread = new Thread(() -> call(server, pool, fullDuplex, random), "soak-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void call(SoakServer server, SoakPool pool, boolean fullDuplex, Random random) {
        while (!stopped) {
            Kind kind = Mix.at(random.nextInt(1_000), fullDuplex);
            if (!kind.isLarge()) {
                send(server, pool, kind);
            }
            LockSupport.parkNanos((long) (random.nextDouble() * longestPauseNanos));
        }
    }

    private void send(SoakServer server, SoakPool pool, Kind kind) {
        sending.readLock().lock();
        try {
            Answer expected = server.expected(kind);
            int phase = server.phase();
            Answer answer = server.seen(pool.client().send(server.request(kind)));
            count(kind, answer, expected, server.wasUpSince(phase));
        } catch (Exception e) {
            failed.increment();
        } finally {
            Thread.interrupted(); // a fault, meant for this request
            sending.readLock().unlock();
        }
    }

    // A proxy says by its status that it does not reach its server, and Tomcat that it has stopped what it serves: 404.
    private void count(Kind kind, Answer answer, Answer expected, boolean wasUp) {
        String difference = answer.difference(expected);
        if (difference.isEmpty()) {
            answered.increment();
        } else if (answer.status() >= 500 || (answer.status() == 404 && !wasUp)) {
            failed.increment();
        } else {
            wrong.computeIfAbsent(kind + ": " + difference, any -> new LongAdder())
                    .increment();
        }
    }

    void interrupt(Random random) {
        threads.get(random.nextInt(threads.size())).interrupt();
    }

    /** Runs an action while no request is under way. */
    void whileNoneSends(Runnable look) {
        sending.writeLock().lock();
        try {
            look.run();
        } finally {
            sending.writeLock().unlock();
        }
    }

    long answered() {
        return answered.sum();
    }

    long failed() {
        return failed.sum();
    }

    /** Returns which responses were not those of their requests, and how often. */
    Map<String, LongAdder> wrong() {
        return wrong;
    }

    void stop() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join(PATIENCE_MILLIS);
        }
    }
}
