package dev.weir.internal.pool;

import java.util.concurrent.atomic.AtomicLong;

/** How many requests a connection has carried, and how many its server lets it carry. Thread-safe. */
@SuppressWarnings("serial") // is itself the number, because each connection has one, and is never serialized
final class RequestCount extends AtomicLong {

    // Written by the thread of the exchange.
    private volatile long allowed = Long.MAX_VALUE;

    long allowed() {
        return allowed;
    }

    /** Notes that the server answers a given number more. */
    void allowMore(long requests) {
        allowed = Math.min(allowed, saturatedSum(get(), requests));
    }

    private static long saturatedSum(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }

    /** Tells whether a limit is reached, or that of the server. */
    boolean hasReached(long most) {
        return get() >= Math.min(most, allowed);
    }
}
