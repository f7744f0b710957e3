package dev.weir.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is known of a route: how long dials and holds take, and whether dials fail. Guarded by the segment's gate. */
final class Experience {

    final Governor governor = new Governor();
    final ReleaseRate releases = new ReleaseRate();

    // Null while dials succeed.
    @Nullable
    Throwable lastFailure;

    void dialed(long nanos, long nowNanos) {
        governor.dialed(nanos, nowNanos);
        lastFailure = null;
    }

    void dialFailed(Throwable failure) {
        governor.dialFailed();
        lastFailure = failure;
    }

    void released(long heldNanos, boolean reusable, long nowNanos) {
        governor.released(heldNanos, reusable);
        releases.released(heldNanos, nowNanos);
    }

    /** Returns why a caller should not wait, if its time would be over before its turn; null if it may. */
    @Nullable
    HopelessWaitException outlook(
            int position, int leased, long heldSoFarNanos, long standingNanos, Waiter<?, ?> waiter) {
        double perSecond = releases.perSecond(leased, heldSoFarNanos, standingNanos, waiter.sinceNanos);
        double expectedNanos = position / perSecond * TimeUnit.SECONDS.toNanos(1);
        return expectedNanos > waiter.limitNanos
                ? new HopelessWaitException(position, perSecond, Duration.ofNanos(waiter.limitNanos))
                : null;
    }
}
