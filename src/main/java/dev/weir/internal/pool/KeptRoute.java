package dev.weir.internal.pool;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.HttpRoute;

/** A route that must have idle connections, and the results of opening them. Thread-safe. */
final class KeptRoute {

    private final HttpRoute route;
    private final AtomicReference<Refill> refill = new AtomicReference<>(Refill.NONE);
    private final AtomicBoolean isFailing = new AtomicBoolean();

    // Written by the maintenance thread: whether some are missing that could not be begun beside the others.
    private volatile boolean isShort;

    KeptRoute(HttpRoute route) {
        this.route = route;
    }

    HttpRoute route() {
        return route;
    }

    Refill refill() {
        return Objects.requireNonNull(refill.get());
    }

    void update(UnaryOperator<Refill> change) {
        refill.updateAndGet(change);
    }

    boolean isShort() {
        return isShort;
    }

    void lacksMore(boolean more) {
        isShort = more;
    }

    /** Notes the result of an attempt; returns whether that changed something. */
    boolean note(boolean failed) {
        return isFailing.compareAndSet(!failed, failed);
    }
}
