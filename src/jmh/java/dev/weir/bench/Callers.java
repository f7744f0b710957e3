package dev.weir.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that send requests in a closed loop: each the next one when it has its response. For one thread. */
final class Callers implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(Callers::daemon);

    /** Sends one request and waits for its response. */
    @FunctionalInterface
    interface Call {
        /** Takes the how-manieth of its caller this is, from 0. */
        void send(int number) throws Exception;
    }

    /** What callers got for their requests. Each caller has its own; not thread-safe. */
    static final class Answered {
        final Latencies latencies = new Latencies();
        long failed;

        private Answered loop(Call call, long endNanos) throws Exception {
            long before = System.nanoTime();
            for (int number = 0; before - endNanos < 0; number++) {
                try {
                    call.send(number);
                    long after = System.nanoTime();
                    latencies.add(after - before);
                    before = after;
                } catch (IOException e) {
                    failed++;
                    before = System.nanoTime();
                }
            }
            return this;
        }

        private void add(Answered other) {
            latencies.add(other.latencies);
            failed += other.failed;
        }
    }

    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    /** Lets so many callers go on for a while; a failure that is no {@code IOException} ends the run. */
    void loop(Call call, int callers, long nanos, Answered all) throws InterruptedException, ExecutionException {
        long endNanos = System.nanoTime() + nanos;
        List<Future<Answered>> ends = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            ends.add(threads.submit(() -> new Answered().loop(call, endNanos)));
        }
        for (Future<Answered> end : ends) {
            all.add(end.get());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
