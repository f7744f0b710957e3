package dev.weir.internal.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Makes threads that pools share. */
public final class DaemonThread {

    private DaemonThread() {}

    /**
     * Makes a daemon that inherits nothing from the thread that starts it, which it outlives: neither inheritable thread
     * locals nor the class loader.
     *
     * @param task what it runs
     * @param name its name
     * @return the thread, not yet started
     */
    public static Thread of(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Makes such threads with numbers.
     *
     * @param name the name up to the number
     * @return the factory
     */
    public static ThreadFactory numbered(String name) {
        AtomicInteger started = new AtomicInteger();
        return task -> of(task, name + started.incrementAndGet());
    }

    /**
     * Lets a task see a class loader. Afterwards its thread does not: one that is idle must not keep the classes of an
     * application in memory.
     *
     * @param loader the context class loader of the task
     * @param task what to run
     * @return the task to give to a thread
     */
    public static Runnable seeing(@Nullable ClassLoader loader, Runnable task) {
        return () -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        };
    }
}
