package dev.weir.internal.pool;

import dev.weir.engine.SegmentedPool;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hc.client5.http.HttpRoute;

/**
 * Limits the number of routes that a pool knows, because users may choose host names. Beyond {@link #STRANGERS} it forgets
 * routes that never had a connection, beyond {@link #MOST} any unused route; the least recently used first, a tenth of the
 * limit at a time, so a new route costs a look at about ten others on average. It keeps routes with connections, leases or
 * waiting callers, those with their own rule, and those requested just now. Thread-safe.
 */
final class Forgetting {

    /** The most routes to know, apart from those in use. */
    static final int MOST = 10_000;

    /** The most routes without a connection to know. */
    static final int STRANGERS = 1_000;

    /**
     * A lease being made is not visible in its route yet; the time of the last request is exact to a second.
     */
    static final long JUST_ASKED_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Below {@link #STRANGERS} no route is forgotten, so an ordinary service never loses figures. */
    private static final long UNUSED_NANOS = TimeUnit.MINUTES.toNanos(10);

    // If nothing could be forgotten, nothing can a moment later.
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SHARE = 10;

    private final SegmentedPool<HttpRoute, PooledConnection, RouteState> store;
    private final BusyRoutes busy;
    // Its holder may forget routes, and use the fields below.
    private final AtomicBoolean isAtWork = new AtomicBoolean();
    private int untilLook = STRANGERS / SHARE;
    private long notBeforeNanos = Long.MIN_VALUE;

    Forgetting(SegmentedPool<HttpRoute, PooledConnection, RouteState> store, BusyRoutes busy) {
        this.store = store;
        this.busy = busy;
    }

    /** Notes a new route. */
    void entered(long nowNanos) {
        if (store.all().size() <= STRANGERS || !isAtWork.compareAndSet(false, true)) {
            return;
        }
        try {
            untilLook--;
            if (untilLook <= 0 && (notBeforeNanos == Long.MIN_VALUE || nowNanos - notBeforeNanos >= 0)) {
                untilLook = STRANGERS / SHARE;
                notBeforeNanos = look(nowNanos) ? Long.MIN_VALUE : nowNanos + PAUSE_NANOS;
            }
        } finally {
            isAtWork.set(false);
        }
    }

    private boolean look(long nowNanos) {
        long strangers =
                store.all().stream().filter(state -> !state.hasConnected()).count();
        boolean isBounded = bound(state -> !state.hasConnected(), strangers, STRANGERS, nowNanos);
        return bound(state -> true, store.all().size(), MOST, nowNanos) && isBounded;
    }

    private boolean bound(Predicate<RouteState> which, long present, int most, long nowNanos) {
        long excess = present - (most - STRANGERS / SHARE);
        if (excess <= 0) {
            return true;
        }
        List<RouteState> oldest = store.all().stream()
                .filter(which)
                .filter(state -> isForgettable(state, nowNanos, JUST_ASKED_NANOS))
                .map(state -> new Asked(state, nowNanos - state.lastAskedNanos()))
                .sorted(Comparator.comparingLong(Asked::agoNanos).reversed())
                .limit(excess)
                .map(Asked::state)
                .toList();
        oldest.forEach(state -> forget(state, nowNanos, JUST_ASKED_NANOS));
        return oldest.size() == excess;
    }

    private record Asked(RouteState state, long agoNanos) {}

    private boolean isForgettable(RouteState state, long nowNanos, long unusedNanos) {
        return state.isUnused(nowNanos, unusedNanos) && !state.policy().isOfOneOrigin;
    }

    /** Forgets those without a request for ten minutes, if there are many. */
    void forgetUnused(long nowNanos) {
        if (store.all().size() <= STRANGERS || !isAtWork.compareAndSet(false, true)) {
            return; // a minute later, then
        }
        try {
            store.all().stream()
                    .filter(state -> isForgettable(state, nowNanos, UNUSED_NANOS))
                    .toList()
                    .forEach(state -> forget(state, nowNanos, UNUSED_NANOS));
        } finally {
            isAtWork.set(false);
        }
    }

    private void forget(RouteState state, long nowNanos, long unusedNanos) {
        if (state.leaveIfEmpty(() -> isForgettable(state, nowNanos, unusedNanos))) {
            busy.drop(state);
        }
    }
}
