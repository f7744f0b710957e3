package dev.weir.bench;

import dev.weir.load.Latencies;
import java.net.URI;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Callers that never pause, as those of a busy service: they warm the client up, go on while they are measured, and end. For the
 * thread that starts them.
 */
final class SteadyLoad {

    private static final long LOOK_NANOS = 1_000_000;

    private final List<SteadyCaller> callers;
    private final List<Thread> threads;
    private volatile boolean isMeasured;
    private volatile boolean isStopped;

    SteadyLoad(Sender client, URI uri, int callers) {
        this.callers = IntStream.range(0, callers)
                .mapToObj(i -> new SteadyCaller(client, uri, this))
                .toList();
        this.threads = this.callers.stream()
                .map(caller -> new Thread(caller, "caller"))
                .toList();
        threads.forEach(thread -> thread.setDaemon(true));
    }

    boolean isMeasured() {
        return isMeasured;
    }

    boolean isStopped() {
        return isStopped;
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Returns the callers' numbers, as the JVM counts threads. */
    long[] threadIds() {
        return threads.stream().mapToLong(Thread::getId).toArray();
    }

    /** Waits until each caller has had an answer. */
    void awaitAnswers() {
        while (callers.stream().anyMatch(caller -> caller.answered() == 0)) {
            pause(LOOK_NANOS);
        }
    }

    /** Lets the callers go on for a time. */
    void pause(long nanos) {
        long beginNanos = System.nanoTime();
        while (System.nanoTime() - beginNanos < nanos) {
            LockSupport.parkNanos(nanos - (System.nanoTime() - beginNanos));
            failIfACallerHas();
        }
    }

    private void failIfACallerHas() {
        for (SteadyCaller caller : callers) {
            @Nullable Exception failure = caller.failure();
            if (failure != null) {
                throw new IllegalStateException("A request has failed", failure);
            }
        }
    }

    void measure(boolean begin) {
        isMeasured = begin;
    }

    /** Waits until as many more requests are answered as there are callers. */
    void awaitOneMoreEach() {
        long enough = answered() + callers.size();
        while (answered() < enough) {
            pause(LOOK_NANOS);
        }
    }

    private long answered() {
        return callers.stream().mapToLong(SteadyCaller::answered).sum();
    }

    /** Ends the callers; returns how long the measured requests took. */
    Latencies stop() throws InterruptedException {
        isStopped = true;
        Latencies all = new Latencies();
        for (int i = 0; i < callers.size(); i++) {
            threads.get(i).join();
            all.add(callers.get(i).latencies());
        }
        failIfACallerHas();
        return all;
    }
}
