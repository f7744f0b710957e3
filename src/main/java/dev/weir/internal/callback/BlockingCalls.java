package dev.weir.internal.callback;

import org.jspecify.annotations.Nullable;

/**
 * Refuses blocking calls on threads that must not block: I/O threads of asynchronous pools, on which the response may
 * have to arrive, and threads that Reactor marks as {@code NonBlocking}. On any other thread the check is two
 * comparisons of types.
 */
public final class BlockingCalls {

    /** The system property that lets blocking calls pass on threads that Reactor marks, if it is {@code allow}. */
    static final String PROPERTY = "weir.blockingOnReactorThreads";

    // Null where Reactor is missing, and where blocking is allowed.
    private static final @Nullable Class<?> MARKER =
            "allow".equals(System.getProperty(PROPERTY)) ? null : find("reactor.core.scheduler.NonBlocking");

    private BlockingCalls() {}

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name, false, BlockingCalls.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /**
     * Lets a call wait, if the calling thread may.
     *
     * @throws IllegalStateException if it is an I/O thread of a pool, or Reactor marks it as non-blocking
     */
    public static void check() {
        Thread current = Thread.currentThread();
        if (current instanceof CallbackThread own && own.servesConnections()) {
            throw new IllegalStateException("The I/O thread '" + current.getName()
                    + "' must not wait for a response, which may have to arrive on this very thread: make the blocking"
                    + " call on another one, or call client() of an asynchronous pool here");
        }
        if (MARKER != null && MARKER.isInstance(current)) {
            throw new IllegalStateException("The thread '" + current.getName()
                    + "' must not wait for a response: Reactor marks it as NonBlocking. Use a WebClient here, or move"
                    + " the blocking call to a thread that may wait:"
                    + " Mono.fromCallable(...).subscribeOn(Schedulers.boundedElastic()). The system property "
                    + PROPERTY
                    + "=allow lets it pass");
        }
    }

    /**
     * Tells whether connections of asynchronous pools wait while a thread waits.
     *
     * @param thread any thread
     * @return whether it is an I/O thread of a pool
     */
    public static boolean isIoThread(Thread thread) {
        return thread instanceof CallbackThread own && own.servesConnections();
    }
}
