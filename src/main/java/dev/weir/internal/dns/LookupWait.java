package dev.weir.internal.dns;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One caller's wait for one lookup. The caller waits; any thread may end that, without blocking. Thread-safe. */
public final class LookupWait {

    private final CountDownLatch over = new CountDownLatch(1);

    /** Creates a wait that lasts as long as the lookup, unless it is ended. */
    public LookupWait() {}

    /** Lets the caller go on without an answer; the lookup goes on for others. */
    public void end() {
        over.countDown();
    }

    void await() throws InterruptedException {
        over.await();
    }

    /** Waits for at most so long. */
    void await(long nanos) throws InterruptedException {
        over.await(nanos, TimeUnit.NANOSECONDS);
    }

    boolean isEnded() {
        return over.getCount() == 0;
    }
}
