package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http2.frame.FrameType;

/**
 * Drops frames for which HttpCore 5.4 would end the connection: those of an unknown type, as RFC 9113, sections 4.1 and 5.5,
 * requires; and DATA frames on streams that are over, which some servers send. nginx ends a stream twice, and what was under
 * way when a stream was reset may arrive after HttpCore has forgotten the stream. The filter passes frames within a head,
 * which nothing may interrupt, and frames that are too long: both are errors. For the thread of the connection.
 */
final class FrameFilter {

    private static final int HEAD_BYTES = 9;
    private static final int TYPE_AT = 3;
    private static final int FLAGS_AT = 4;
    private static final int STREAM_AT = 5;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;

    // HttpCore does not count them against the window of the connection, and grants more when 10 MiB are left: while
    // less than that is uncounted, a server always has a window.
    private static final int MOST_LATE_BYTES = 8 << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    // HttpCore itself accepts, and counts, what arrives within a second after a reset; this is certainly sooner.
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final int longestFrame;
    // The streams on which the server may still send: those that were begun, that it has not ended, and that this side
    // did
    // not reset a while ago. HttpCore forgets the others, and ends the connection at a late frame on one of them.
    private final Set<Integer> open = new HashSet<>();
    private final Queue<Reset> resets = new ArrayDeque<>();
    // The one that was begun last; 0 before the first.
    private int last;
    private final Runnable onBytes;

    // The beginning of a frame header whose rest has not arrived.
    private final ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
    private int leftOfFrame;
    private boolean isDropping;
    private boolean isAmidHeaders;
    private int lateBytes;
    // What TLS has already read; usually empty. It belongs to the caller until it is kept.
    private ByteBuffer given = NOTHING;

    FrameFilter(int longestFrame, Runnable onBytes) {
        this.longestFrame = longestFrame;
        this.onBytes = onBytes;
    }

    /** Takes bytes that come before those that are still to be read. They belong to the caller until {@link #keep()}. */
    void give(ByteBuffer bytes) {
        if (!given.hasRemaining()) {
            given = bytes;
            return;
        }
        ByteBuffer all = ByteBuffer.allocate(given.remaining() + bytes.remaining());
        given = all.put(given).put(bytes).flip();
    }

    /** Copies what was given and not read, because the caller reuses the buffer. */
    void keep() {
        given = given.hasRemaining()
                ? ByteBuffer.allocate(given.remaining()).put(given).flip()
                : NOTHING;
    }

    /** Reads like the channel, without the dropped frames. */
    int read(ReadableByteChannel channel, ByteBuffer to) throws IOException {
        int start = to.position();
        int count;
        do {
            to.put(head.flip());
            head.clear();
            count = given.hasRemaining() ? taken(to) : channel.read(to);
            if (count > 0) {
                onBytes.run();
            }
            if (to.position() > start) {
                strip(to, start);
            }
        } while (count > 0 && to.position() == start);
        return to.position() > start ? to.position() - start : count;
    }

    private int taken(ByteBuffer to) {
        int count = Math.min(given.remaining(), to.remaining());
        to.put(to.position(), given, given.position(), count);
        to.position(to.position() + count);
        given.position(given.position() + count);
        return count;
    }

    private void strip(ByteBuffer bytes, int start) {
        int end = bytes.position();
        int kept = start;
        int at = start;
        while (at < end && (leftOfFrame > 0 || end - at >= HEAD_BYTES)) {
            int part = leftOfFrame > 0 ? Math.min(leftOfFrame, end - at) : HEAD_BYTES;
            if (leftOfFrame > 0) {
                leftOfFrame -= part;
            } else {
                begin(bytes, at);
            }
            if (!isDropping && kept < at) {
                bytes.put(kept, bytes, at, part);
            }
            kept += isDropping ? 0 : part;
            at += part;
        }
        while (at < end) {
            head.put(bytes.get(at++));
        }
        bytes.position(kept);
    }

    private void begin(ByteBuffer bytes, int at) {
        int type = bytes.get(at + TYPE_AT) & 0xff;
        int flags = bytes.get(at + FLAGS_AT);
        int streamId = bytes.getInt(at + STREAM_AT) & Integer.MAX_VALUE;
        leftOfFrame = bytes.getInt(at) >>> Byte.SIZE;
        boolean isDroppable = !isAmidHeaders && leftOfFrame <= longestFrame;
        boolean isData = FrameType.DATA.same(type);
        boolean isHead = FrameType.HEADERS.same(type);
        isDropping = isDroppable
                && (FrameType.valueOf(type) == null || (isData && isOver(streamId, System.nanoTime()) && countLate()));
        if (isHead || FrameType.CONTINUATION.same(type)) {
            isAmidHeaders = (flags & END_HEADERS) == 0;
        }
        if (FrameType.RST_STREAM.same(type) || ((isData || isHead) && (flags & END_STREAM) != 0)) {
            ended(streamId);
        }
    }

    // False once there were too many of them.
    private boolean countLate() {
        lateBytes += HEAD_BYTES + leftOfFrame;
        return lateBytes <= MOST_LATE_BYTES;
    }

    /** A stream that was reset, and the time until which HttpCore accepts its frames. */
    private record Reset(int streamId, long untilNanos) {}

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

    /** Tells whether HttpCore has read whole frames, and heads, only. */
    boolean isBetweenFrames() {
        return !isAmidHeaders && (leftOfFrame == 0 || isDropping);
    }
}
