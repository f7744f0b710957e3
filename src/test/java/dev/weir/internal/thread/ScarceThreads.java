package dev.weir.internal.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads, some of which the machine refuses to start, as it does when a process has all that it may have. */
public final class ScarceThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger refusals = new AtomicInteger();

    public ScarceThreads(String name) {
        this.name = name;
    }

    /** Refuses the next threads. */
    public void refuse(int count) {
        refusals.set(count);
    }

    @Override
    public Thread newThread(Runnable task) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return new Refused();
        }
        return LoopThread.daemon(task, name);
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
