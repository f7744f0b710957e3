package dev.weir.internal.async;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The streams of a connection on which the server may still send: those that were begun, that it has not ended, and that
 * this side did not reset a while ago. HttpCore forgets the others, and ends the connection at a late frame on one of them.
 * For the thread of the connection.
 */
final class OpenStreams {

    // HttpCore itself accepts, and counts, what arrives within a second after a reset; this is certainly sooner.
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int FIRST_SLOTS = 64;

    /** A stream that was reset, and the time until which HttpCore accepts its frames. */
    private record Reset(int streamId, long untilNanos) {}

    private final Queue<Reset> resets = new ArrayDeque<>();
    // A hash table of their numbers with linear probing. Zero is free.
    private int[] slots = new int[FIRST_SLOTS];
    private int count;

    /** The one that was begun last; 0 before the first. */
    private int last;

    /** Notes that a stream was begun; does nothing for a known one. */
    void begun(int streamId) {
        if (streamId <= last) {
            return;
        }
        last = streamId;
        if (2 * ++count > slots.length) {
            grow();
        }
        slots[find(streamId)] = streamId;
    }

    /** Notes that the server has ended a stream. */
    void ended(int streamId) {
        int at = find(streamId);
        if (slots[at] == 0) {
            return;
        }
        count--;
        slots[at] = 0;
        for (int next = after(at); slots[next] != 0; next = after(next)) { // each may now be nearer to its own place
            int moved = slots[next];
            slots[next] = 0;
            put(moved);
        }
    }

    /** Notes that this side has reset a stream. What was under way still arrives. */
    void reset(int streamId, long nowNanos) {
        if (slots[find(streamId)] != 0) {
            resets.add(new Reset(streamId, nowNanos + LINGER_NANOS));
        }
    }

    /** Tells whether a stream was begun and may no longer receive anything. */
    boolean isOver(int streamId, long nowNanos) {
        for (Reset first = resets.peek(); first != null && first.untilNanos - nowNanos <= 0; first = resets.peek()) {
            ended(first.streamId);
            resets.remove();
        }
        return streamId > 0 && streamId <= last && slots[find(streamId)] == 0;
    }

    private int find(int streamId) {
        int at = streamId >>> 1 & slots.length - 1; // a client's streams have odd numbers in a row
        while (slots[at] != 0 && slots[at] != streamId) {
            at = after(at);
        }
        return at;
    }

    private void put(int streamId) {
        slots[find(streamId)] = streamId;
    }

    private int after(int at) {
        return at + 1 & slots.length - 1;
    }

    private void grow() {
        int[] before = slots;
        slots = new int[2 * before.length];
        for (int streamId : before) {
            if (streamId != 0) {
                put(streamId);
            }
        }
    }
}
