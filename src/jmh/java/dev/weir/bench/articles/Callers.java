package dev.weir.bench.articles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that send requests: in a closed loop, each the next one when it has its answer, or in an open loop, at moments that
 * are set beforehand, whatever became of the requests before. For one thread.
 */
final class Callers implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(Callers::daemon);

    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    /** Lets so many callers go on for a while. A time counts from the moment at which its request was sent. */
    void closedLoop(Call call, int callers, long nanos, Answered all) throws InterruptedException, ExecutionException {
        long endNanos = System.nanoTime() + nanos;
        each(callers, () -> inTurn(call, endNanos), all);
    }

    private static Answered inTurn(Call call, long endNanos) {
        Answered answered = new Answered();
        long before = System.nanoTime();
        for (int number = 0; before - endNanos < 0; number++) {
            long after = send(call, number, before, answered);
            before = after;
        }
        return answered;
    }

    /**
     * Sends requests at a rate for a while. A time counts from the moment at which its request was to be sent, also if all
     * callers were busy then: whoever is stalled keeps none of those from the count that came meanwhile.
     */
    void openLoop(Call call, int callers, double perSecond, long nanos, Answered all)
            throws InterruptedException, ExecutionException {
        long beginNanos = System.nanoTime();
        long requests = Math.max(1, (long) (nanos * perSecond / 1e9));
        AtomicLong next = new AtomicLong();
        each(callers, () -> onTime(call, beginNanos, 1e9 / perSecond, next, requests), all);
    }

    private static Answered onTime(Call call, long beginNanos, double gapNanos, AtomicLong next, long requests) {
        Answered answered = new Answered();
        int number = 0;
        for (long i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
            long intendedNanos = beginNanos + (long) (i * gapNanos);
            for (long left = intendedNanos - System.nanoTime(); left > 0; left = intendedNanos - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            send(call, number++, intendedNanos, answered);
        }
        return answered;
    }

    /** Returns when the answer was there. */
    private static long send(Call call, int number, long sinceNanos, Answered answered) {
        try {
            call.send(number);
            long after = System.nanoTime();
            answered.answer(after - sinceNanos);
            return after;
        } catch (IOException e) {
            answered.failure();
            return System.nanoTime();
        }
    }

    private void each(int callers, Callable<Answered> caller, Answered all)
            throws InterruptedException, ExecutionException {
        List<Future<Answered>> ends = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            ends.add(threads.submit(caller));
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
