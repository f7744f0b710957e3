package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.reactor.IOSession;

/**
 * Abandoned exchanges of a connection with HTTP/2 whose streams must be reset. HttpCore resets such a stream when its next
 * frame arrives, which may be never; so this class shows it an empty one. Any thread may add and count exchanges; the rest
 * is for the thread of the connection.
 */
final class Resets {

    private static final int HEAD_BYTES = 9;
    // All fields of its head but the stream are zero: no length, the type DATA, no flags.
    private static final int STREAM_AT = 5;

    // Makes HttpCore send a body for whose 100 it waits: an interim head without indexed fields.
    private static final byte[] CONTINUE = {0x08, 3, '1', '0', '0'};

    private final Queue<StreamExchange> due = new ConcurrentLinkedQueue<>();
    private final Queue<StreamExchange> unconfirmed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger forsaken = new AtomicInteger();

    /** Counts an exchange that was given up; its stream goes on until it is reset. */
    void forsake() {
        forsaken.incrementAndGet();
    }

    /** Removes an abandoned exchange whose stream is closed. */
    void ended() {
        forsaken.decrementAndGet();
    }

    /** Returns how many streams go on without a caller. */
    int forsaken() {
        return Math.max(0, forsaken.get()); // it may have ended, and been removed, before it was counted
    }

    void add(StreamExchange exchange) {
        due.add(exchange);
    }

    /** Sends the body of an exchange that waits for a 100. */
    void proceed(StreamExchange exchange) {
        unconfirmed.add(exchange);
    }

    /** Tells whether there is anything to {@link #run}. */
    boolean areDue() {
        return !due.isEmpty() || !unconfirmed.isEmpty();
    }

    /** Resets the streams, unless half a frame has arrived: its rest must come first. Returns whether none is left. */
    boolean run(Http2Events http2, IOSession session) throws IOException {
        while (!unconfirmed.isEmpty() && http2.filter.isBetweenFrames()) {
            StreamExchange next = unconfirmed.poll();
            if (next != null && next.end.isOnStream() && next.isUnanswered()) {
                http2.feed(session, interimHead(next.end.streamId));
            }
        }
        while (!due.isEmpty() && http2.filter.isBetweenFrames()) {
            StreamExchange next = due.poll();
            if (next != null && next.end.isOnStream()) {
                http2.feed(session, emptyFrame(next.end.streamId));
            }
        }
        return due.isEmpty();
    }

    private static ByteBuffer interimHead(int streamId) {
        return ByteBuffer.allocate(HEAD_BYTES + CONTINUE.length)
                .putInt(CONTINUE.length << Byte.SIZE | FrameType.HEADERS.getValue())
                .put((byte) FrameFlag.END_HEADERS.getValue())
                .putInt(streamId)
                .put(CONTINUE)
                .flip();
    }

    static ByteBuffer emptyFrame(int streamId) {
        return ByteBuffer.allocate(HEAD_BYTES).putInt(STREAM_AT, streamId);
    }
}
