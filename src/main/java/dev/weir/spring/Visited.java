package dev.weir.spring;

import dev.weir.event.PoolSnapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that may be closed between two requests, but not while a caller makes one. Thread-safe. */
final class Visited<P extends BuiltPool> {

    private static final int RETIRED = -1;

    private final PoolKey key;
    private final P built;
    private final AtomicInteger visitors = new AtomicInteger();
    // Of any visitor that left recently.
    private volatile long leftNanos;

    Visited(PoolKey key, P built, long nowNanos) {
        this.key = key;
        this.built = built;
        this.leftNanos = nowNanos;
    }

    PoolKey key() {
        return key;
    }

    P built() {
        return built;
    }

    /** Lets a visitor in, who has to leave; false if the pool is retired. */
    boolean enter() {
        return visitors.getAndUpdate(count -> count == RETIRED ? RETIRED : count + 1) != RETIRED;
    }

    void leave(long nowNanos) {
        leftNanos = nowNanos;
        visitors.decrementAndGet();
    }

    /** For how long there was no visitor, or less. */
    long unusedNanos(long nowNanos) {
        return nowNanos - leftNanos;
    }

    /** Whether there is no connection and no caller wants one. */
    boolean isEmpty() {
        PoolSnapshot now = built.pool().snapshot();
        return now.idle() == 0 && RestRule.isAtRest(List.of(now));
    }

    /** Lets no caller in from now on, unless one is there or reads a response; tells whether it may be closed. */
    boolean retire() {
        boolean isRetired = isAtRest() && (visitors.compareAndSet(0, RETIRED) || visitors.get() == RETIRED);
        // The last visitor may have left a response to be read since.
        return isRetired && isAtRest();
    }

    private boolean isAtRest() {
        return RestRule.isAtRest(List.of(built.pool().snapshot()));
    }
}
