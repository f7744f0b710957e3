package dev.weir.internal.pool;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Whether the server of a route is known to send unsolicited bytes. Thread-safe. */
final class UnsolicitedBytes {

    /** The time span of findings: a server that behaved for that long counts as fixed. */
    static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final AtomicLong lastNanos;

    UnsolicitedBytes(long nowNanos) {
        lastNanos = new AtomicLong(nowNanos - FORGIVEN_AFTER_NANOS);
    }

    /** Notes that some arrived; returns whether that is new. */
    boolean came(long nowNanos) {
        return nowNanos - lastNanos.getAndSet(nowNanos) >= FORGIVEN_AFTER_NANOS;
    }
}
