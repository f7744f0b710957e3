package dev.weir.engine;

import org.jspecify.annotations.Nullable;

/** What is known of a route: how long dials and holds take, and whether dials fail. Guarded by the segment's gate. */
final class RouteHistory {

    final Governor governor = new Governor();

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
}
