package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One caller's wait for one lookup. The caller waits; any thread may end that, without blocking. Thread-safe. */
public final class LookupWait {

    private final CountDownLatch over = new CountDownLatch(1);

    // Written once by the thread that has the answer, before the wait is over.
    private volatile @Nullable Resolution answer;

    // Touched by the caller that waits.
    private @Nullable LookupOutcome outcome;

    /** Creates a wait that lasts as long as the lookup, unless it is ended. */
    public LookupWait() {}

    /** Lets the caller go on without an answer; the lookup goes on for others. */
    public void end() {
        over.countDown();
    }

    void answered(Resolution end) {
        answer = end;
        over.countDown();
    }

    /** Waits for the answer; returns null if the wait was ended before. */
    @Nullable
    Resolution await() throws InterruptedException {
        if (answer == null) {
            over.await();
        }
        return answer;
    }

    void ended(LookupOutcome how) {
        outcome = how;
    }

    /**
     * Tells how the lookup ended. For the caller that has waited.
     *
     * @return how; empty if nothing was looked up
     */
    public Optional<LookupOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }
}
