package dev.weir.internal.async;

import java.nio.ByteBuffer;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;

/** What the exchanges of a connection must know from its frames. For the thread of the connection. */
final class FrameNotes {

    private static final int NO_STREAM = -1;

    private final OpenStreams openStreams = new OpenStreams();
    private final Turns turns = new Turns();
    private final CountedStreams counted = new CountedStreams();

    // Read by the thread that begins an exchange.
    private volatile int leastWindowUpdate;
    private volatile int streamWindow;
    private int resetStreamId;
    private int padding;
    private int endedStreamId = NO_STREAM;

    /** The streams on which frames may arrive. */
    OpenStreams openStreams() {
        return openStreams;
    }

    /** Whose turn it is to send. */
    Turns turns() {
        return turns;
    }

    /** The streams whose frames are counted. */
    CountedStreams counted() {
        return counted;
    }

    /** Notes a stream that the server resets. */
    void serverReset(int streamId) {
        resetStreamId = streamId;
    }

    /** Tells whether this is the stream that the server reset last. */
    boolean isReset(int streamId) {
        return resetStreamId == streamId;
    }

    /** Notes a frame that has arrived, which its exchange gets next. */
    void framed(RawFrame frame) {
        boolean isData = frame.isType(FrameType.DATA);
        padding = isData && frame.isPadded() ? padding(frame) : 0;
        endedStreamId = isData && frame.isFlagSet(FrameFlag.END_STREAM) ? frame.getStreamId() : NO_STREAM;
    }

    private static int padding(RawFrame frame) {
        ByteBuffer content = frame.getPayloadContent();
        return content == null ? 0 : frame.getLength() - content.remaining();
    }

    /** Returns how much of the window the current frame has used up for padding. */
    int padding() {
        return padding;
    }

    /** Tells whether the current frame has the end of the body on a stream. */
    boolean hasEndOf(int streamId) {
        return endedStreamId == streamId;
    }

    /** Notes that a stream is closed on this side. */
    void ended(int streamId, long nowNanos) {
        openStreams.reset(streamId, nowNanos);
        counted.ended(streamId);
    }

    /** Notes the initial window of each stream; a server may begin with the default. */
    void receivesBy(int window) {
        streamWindow = window;
        leastWindowUpdate = Math.min(window, H2Config.INIT.getInitialWindowSize()) / 4;
    }

    /** Returns the initial window of each stream; 0 over HTTP/1.1. */
    int streamWindow() {
        return streamWindow;
    }

    /** Returns the least part of a window to grant at once: a quarter. Over HTTP/1.1 no peer is told. */
    int leastWindowUpdate() {
        return leastWindowUpdate;
    }
}
