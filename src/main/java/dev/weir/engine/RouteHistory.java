package dev.weir.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is known of a route: how long dials and holds take, and whether dials fail. Guarded by the segment's gate. */
final class RouteHistory {

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

    /**
     * Returns why a caller should not wait, if its time would end before its turn; null if it may. For the first callers, as
     * many as there are leases, that holds only if those leases are as old as past ones became: they find out whether a slow
     * server is fast again. The past decides for the callers behind them.
     */
    @Nullable
    HopelessWaitException outlook(
            int position, int leased, long heldSoFarNanos, long standingNanos, Waiter<?, ?> waiter) {
        long evidenceNanos = position <= leased ? heldSoFarNanos : Long.MAX_VALUE;
        double perSecond = releases.perSecond(leased, evidenceNanos, standingNanos, waiter.sinceNanos);
        double expectedNanos = position / perSecond * TimeUnit.SECONDS.toNanos(1);
        return expectedNanos > waiter.limitNanos
                ? new HopelessWaitException(position, perSecond, Duration.ofNanos(waiter.limitNanos))
                : null;
    }
}
