package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** One caller's wait for one lookup. The caller waits; any thread may end that, without blocking. Thread-safe. */
public final class LookupWait {

    private final CountDownLatch over = new CountDownLatch(1);

    // Written once by the thread that has the answer, before the wait is over.
    private volatile @Nullable Resolution answer;

    // Written before the answer.
    private volatile @Nullable LookupOutcome outcome;

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

    /** Waits for the answer. */
    Resolution await(InetSocketAddress name) throws UnknownHostException, InterruptedIOException {
        try {
            if (answer == null) {
                over.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LookupCache.failure(name, "interrupted while waiting for the lookup of this name", e);
        }
        Resolution end = answer;
        if (end == null) {
            throw new InterruptedIOException(name.getHostString() + ": the wait for the lookup of this name was ended");
        }
        return end;
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
