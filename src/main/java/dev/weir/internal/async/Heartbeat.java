package dev.weir.internal.async;

import dev.weir.internal.pool.StreamSettings;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the peer of a connection is asked whether it is there, and when it is taken for gone: whatever it says is an
 * answer. For the maintenance, and for the thread of the connection to say when the question was sent: HttpCore sends nothing
 * while all streams are in use.
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

    // The silence is the difference of two times in whole milliseconds, so that it may seem longer than it is.
    private static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    // For the maintenance alone.
    private boolean waiting;
    // Null until the question was sent.
    private volatile @Nullable Long sentNanos;

    /** Notes that the question was sent. */
    void sent(long nowNanos) {
        sentNanos = nowNanos;
    }

    /**
     * Returns what is to be done.
     *
     * @param silentNanos for how long nothing came from the peer
     */
    Step next(long silentNanos, long nowNanos, StreamSettings settings) {
        Long sent = sentNanos;
        if (waiting && sent != null) {
            long unansweredNanos = nowNanos - sent;
            waiting = silentNanos - ROUNDING_NANOS >= unansweredNanos;
            return waiting && isOver(settings.pingTimeout(), unansweredNanos) ? Step.GONE : Step.REST;
        }
        if (waiting || settings.ping().isZero() || !isOver(settings.ping(), silentNanos)) {
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
