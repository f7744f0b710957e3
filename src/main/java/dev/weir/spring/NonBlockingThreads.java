package dev.weir.spring;

import dev.weir.internal.callback.BlockingCalls;
import reactor.core.scheduler.Schedulers;

/** Lets Reactor refuse {@code block()} on the I/O threads of pools, as it does on threads of its own. */
final class NonBlockingThreads {

    static {
        Schedulers.registerNonBlockingThreadPredicate(BlockingCalls::isIoThread);
    }

    private NonBlockingThreads() {}

    /** Has Reactor know them, once for all applications of a JVM. */
    static void register() {
        // By the initializer of this class.
    }
}
