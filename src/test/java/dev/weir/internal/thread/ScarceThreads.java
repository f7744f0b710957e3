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
            throw new OutOfMemoryError( // here, because executors of JDK 21 and later do not call Thread.start
                    "unable to create native thread: possibly out of memory or process/resource limits reached");
        }
        return DaemonThread.of(task, name);
    }
}
