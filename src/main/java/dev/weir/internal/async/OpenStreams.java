package dev.weir.internal.async;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The streams of a connection on which the server may still send: those that were begun, that it has not ended, and that
 * this side did not reset a while ago. HttpCore forgets the others, and ends the connection at a late frame on one of them.
 * For the thread of the connection.
 */
final class OpenStreams {

    // HttpCore itself accepts, and counts, what arrives within a second after a reset; this is certainly sooner.
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A stream that was reset, and the time until which HttpCore accepts its frames. */
    private record Reset(int streamId, long untilNanos) {}

    private final Queue<Reset> resets = new ArrayDeque<>();
    private final Set<Integer> open = new HashSet<>();

    /** The one that was begun last; 0 before the first. */
    private int last;

    /** Notes that a stream was begun; does nothing for a known one. */
    void begun(int streamId) {
        if (streamId <= last) {
            return;
        }
        last = streamId;
        open.add(streamId);
    }

    /** Notes that the server has ended a stream. */
    void ended(int streamId) {
        open.remove(streamId);
    }

    /** Notes that this side has reset a stream. What was under way still arrives. */
    void reset(int streamId, long nowNanos) {
        if (open.contains(streamId)) {
            resets.add(new Reset(streamId, nowNanos + LINGER_NANOS));
        }
    }

    /** Tells whether a stream was begun and may no longer receive anything. */
    boolean isOver(int streamId, long nowNanos) {
        for (Reset first = resets.peek(); first != null && first.untilNanos - nowNanos <= 0; first = resets.peek()) {
            ended(first.streamId);
            resets.remove();
        }
        return streamId > 0 && streamId <= last && !open.contains(streamId);
    }
}
