package dev.weir.internal.dns;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One caller's wait for one lookup. The caller waits; any thread may end that, without blocking. Thread-safe. */
public final class LookupWait {

    private final CountDownLatch over = new CountDownLatch(1);

    // Touched by the caller that waits.
    private DnsLookups.@Nullable Outcome outcome;

    /** Creates a wait that lasts as long as the lookup, unless it is ended. */
    public LookupWait() {}

    /** Lets the caller go on without an answer; the lookup goes on for others. */
    public void end() {
        over.countDown();
    }

    void answered(DnsLookups.Outcome how) {
        outcome = how;
    }

    /**
     * Tells how the lookup ended. For the caller that has waited.
     *
     * @return how; empty if nothing was looked up
     */
    public Optional<DnsLookups.Outcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    void await() throws InterruptedException {
        over.await();
    }

    /** Waits for at most this time. */
    void await(long nanos) throws InterruptedException {
        over.await(nanos, TimeUnit.NANOSECONDS);
    }

    boolean isEnded() {
        return over.getCount() == 0;
    }
}
