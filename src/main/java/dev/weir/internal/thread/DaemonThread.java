package dev.weir.internal.thread;

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
}
