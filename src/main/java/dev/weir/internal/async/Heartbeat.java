package dev.weir.internal.async;

import dev.weir.internal.pool.StreamSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides when to ask the peer of a connection whether it is there, and when it counts as gone: anything it sends is a
 * reply. All times are monotonic, because the time of day may be set. {@link #next} is for the maintenance, the rest for the
 * thread of the connection: HttpCore sends no ping while all streams are in use.
 */
final class Heartbeat {

    enum Step {
        /** Do nothing. */
        REST,
        /** Ping the peer. */
        ASK,
        /** The peer did not reply in time. */
        GONE
    }

    // For the maintenance alone.
    private boolean waiting;
    private volatile long heardNanos;
    // Null until the ping was sent.
    private volatile @Nullable Long sentNanos;

    Heartbeat(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** Notes that something has arrived. */
    void heard(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** Notes that the ping was sent. */
    void sent(long nowNanos) {
        sentNanos = nowNanos;
    }

    /** Returns how long nothing has arrived. */
    long silentNanos(long nowNanos) {
        return nowNanos - heardNanos;
    }

    /** Returns what to do next. */
    Step next(long nowNanos, StreamSettings settings) {
        Long sent = sentNanos;
        if (waiting && sent != null) {
            waiting = heardNanos - sent < 0;
            return waiting && isOver(StreamSettings.PING_TIMEOUT, nowNanos - sent) ? Step.GONE : Step.REST;
        }
        if (waiting || settings.ping().isZero() || !isOver(settings.ping(), silentNanos(nowNanos))) {
            return Step.REST;
        }
        waiting = true;
        sentNanos = null;
        return Step.ASK;
    }

    private static boolean isOver(Duration limit, long nanos) {
        return nanos >= limit.toNanos();
    }
}
