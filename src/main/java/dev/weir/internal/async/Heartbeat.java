package dev.weir.internal.async;

import dev.weir.internal.pool.StreamSettings;
import java.time.Duration;

/**
 * Decides when the peer of a connection is asked whether it is there, and when it is taken for gone: whatever it says is an
 * answer. For the maintenance alone.
 */
final class Heartbeat {

    enum Step {
        /** Nothing is to be done. */
        REST,
        /** Ask it. */
        ASK,
        /** It has not answered in time. */
        GONE
    }

    private boolean waiting;
    private long askedNanos;

    /**
     * Returns what is to be done.
     *
     * @param silentNanos for how long nothing came from the peer
     */
    Step next(long silentNanos, long nowNanos, StreamSettings settings) {
        if (waiting && silentNanos < nowNanos - askedNanos) {
            waiting = false;
        }
        if (waiting) {
            return isOver(settings.pingTimeout(), nowNanos - askedNanos) ? Step.GONE : Step.REST;
        }
        Duration ping = settings.ping();
        if (ping.isZero() || !isOver(ping, silentNanos)) {
            return Step.REST;
        }
        waiting = true;
        askedNanos = nowNanos;
        return Step.ASK;
    }

    private static boolean isOver(Duration limit, long nanos) {
        return nanos >= limit.toNanos();
    }
}
