package dev.weir.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that send requests: in a closed loop, each the next one when it has its response, or in an open loop, at moments
 * that are set beforehand, whatever became of the requests before. For one thread.
 */
public final class Callers implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool(Callers::daemon);
    private final LoadClock clock;

    /** Creates callers that begin when they are told to. */
    public Callers() {
        this(LoadClock.SYSTEM);
    }

    Callers(LoadClock clock) {
        this.clock = clock;
    }

    private static Thread daemon(Runnable caller) {
        Thread thread = new Thread(caller, "caller");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Lets so many callers go on for a while. A time counts from the moment at which its request was sent.
     *
     * @param call sends a request; must be thread-safe
     * @param callers how many there are
     * @param nanos how long
     * @param all takes what they got
     * @throws InterruptedException if the wait for them is interrupted
     * @throws ExecutionException if a call fails with anything but an {@code IOException}
     */
    public void closedLoop(Call call, int callers, long nanos, Answered all)
            throws InterruptedException, ExecutionException {
        each(callers, new ClosedLoop(call, clock.nanos() + nanos, clock), all);
    }

    /**
     * Sends requests at a rate for a while. A time counts from the moment at which its request was to be sent, also if all
     * callers were busy then.
     *
     * @param call sends a request; must be thread-safe
     * @param callers how many there are
     * @param perSecond the rate
     * @param nanos how long
     * @param all takes what they got
     * @throws InterruptedException if the wait for them is interrupted
     * @throws ExecutionException if a call fails with anything but an {@code IOException}
     */
    public void openLoop(Call call, int callers, double perSecond, long nanos, Answered all)
            throws InterruptedException, ExecutionException {
        Schedule schedule = Schedule.of(clock.nanos(), perSecond, nanos);
        each(callers, new OpenLoop(call, schedule, new AtomicLong(), clock), all);
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
