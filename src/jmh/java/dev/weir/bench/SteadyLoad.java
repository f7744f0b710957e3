package dev.weir.bench;

import dev.weir.load.Latencies;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Callers that send one request after the other while it is their client's turn. For the thread that starts them. */
final class SteadyLoad {

    private static final long LOOK_NANOS = 100_000;

    private final Turnstile turnstile = new Turnstile();
    private final List<SteadyCaller> callers;
    private final List<Thread> threads;
    private volatile boolean isMeasured;
    private volatile boolean isStopped;

    SteadyLoad(Sender client, URI uri, int callers, ThreadFactory factory) {
        this.callers = IntStream.range(0, callers)
                .mapToObj(i -> new SteadyCaller(client, uri, this))
                .toList();
        this.threads = this.callers.stream().map(factory::newThread).toList();
    }

    boolean isMeasured() {
        return isMeasured;
    }

    /** Waits for the turn of this client; false if there is none any more. */
    boolean awaitsTurn() throws InterruptedException {
        turnstile.pass();
        return !isStopped;
    }

    /** Starts the callers, which pause. */
    void start() {
        threads.forEach(Thread::start);
        awaitPause();
    }

    /** Returns the callers' numbers, as the JVM counts threads. */
    long[] threadIds() {
        return threads.stream().mapToLong(Thread::getId).toArray();
    }

    /** Lets the callers send for a time, and each to the end of its last request. */
    void send(long nanos, boolean measured) {
        isMeasured = measured;
        turnstile.open();
        long beginNanos = System.nanoTime();
        while (System.nanoTime() - beginNanos < nanos) {
            LockSupport.parkNanos(nanos - (System.nanoTime() - beginNanos));
            failIfACallerHas();
        }
        turnstile.close();
        awaitPause();
    }

    private void awaitPause() {
        while (turnstile.waiting() < callers.size()) {
            LockSupport.parkNanos(LOOK_NANOS);
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

    /** Returns how many requests were answered. */
    long answered() {
        return callers.stream().mapToLong(SteadyCaller::answered).sum();
    }

    /** Ends the callers; returns how long the measured requests took. */
    Latencies stop() throws InterruptedException {
        isStopped = true;
        turnstile.open();
        Latencies all = new Latencies();
        for (int i = 0; i < callers.size(); i++) {
            threads.get(i).join();
            all.add(callers.get(i).latencies());
        }
        failIfACallerHas();
        return all;
    }
}
