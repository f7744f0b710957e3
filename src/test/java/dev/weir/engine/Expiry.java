package dev.weir.engine;

import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;

/** Lets entries expire. */
final class Expiry {

    private Expiry() {}

    // A negative keep-alive means forever; one of no length is over in the next millisecond.
    static void now(PoolEntry<?, ?> entry) {
        entry.updateExpiry(TimeValue.ofMilliseconds(1));
        while (!entry.getExpiryDeadline().isExpired()) {
            Thread.onSpinWait();
        }
    }
}
