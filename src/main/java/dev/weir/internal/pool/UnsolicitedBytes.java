package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Whether the server of a route is known to send what no request asked for. Thread-safe. */
final class UnsolicitedBytes {

    /** As far back as findings look: a server that behaved for that long counts as fixed. */
    static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final AtomicLong lastNanos;

    UnsolicitedBytes(long nowNanos) {
        lastNanos = new AtomicLong(nowNanos - FORGIVEN_AFTER_NANOS);
    }

    /** Notes that some came; returns whether that is news. */
    boolean came(long nowNanos) {
        return nowNanos - lastNanos.getAndSet(nowNanos) >= FORGIVEN_AFTER_NANOS;
    }
}
