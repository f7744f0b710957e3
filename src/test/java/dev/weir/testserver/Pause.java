package dev.weir.testserver;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Time that a server lets pass, measured by one timer for all of them. */
final class Pause {

    private static final ScheduledExecutorService TIMER =
            Executors.newSingleThreadScheduledExecutor(task -> AcceptLoop.daemon(task, "loopback-timer"));

    private Pause() {}

    /** Returns when the time is over, or throws at once if the server is closed, which interrupts its threads. */
    static void of(long nanos) throws InterruptedException {
        try {
            TIMER.schedule(() -> {}, nanos, TimeUnit.NANOSECONDS).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
