package dev.weir.internal.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Makes threads, some of which the machine refuses to start, as it does when a process has all that it may have. */
public final class ScarceThreads implements ThreadFactory {

    private final String name;
    private final BiFunction<Runnable, String, Thread> daemons;
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    public ScarceThreads(String name) {
        this(name, LoopThread::daemon);
    }

    public ScarceThreads(String name, BiFunction<Runnable, String, Thread> daemons) {
        this.name = name;
        this.daemons = daemons;
    }

    /** Refuses the next threads. */
    public void refuse(int count) {
        refusals.set(count);
    }

    public int made() {
        return made.get();
    }

    @Override
    public Thread newThread(Runnable task) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return new Refused();
        }
        made.incrementAndGet();
        return daemons.apply(task, name);
    }

    private static final class Refused extends Thread {
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing else
        public void start() {
            throw new OutOfMemoryError(
                    "unable to create native thread: possibly out of memory or process/resource limits reached");
        }
    }
}
