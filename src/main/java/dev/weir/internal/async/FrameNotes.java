package dev.weir.internal.async;

import java.nio.ByteBuffer;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;

/** What the exchanges of a connection must know from its frames. For the thread of the connection. */
final class FrameNotes {

    private static final int NO_STREAM = -1;

    /** The streams on which frames may arrive. */
    final OpenStreams openStreams = new OpenStreams();

    /** Whose turn it is to send. */
    final Turns turns = new Turns();

    /** The streams whose frames are counted. */
    final CountedStreams counted = new CountedStreams();

    /** The least part of a window to grant at once: a quarter. Over HTTP/1.1 no peer is told. Read by any thread. */
    volatile int leastWindowUpdate;

    /** The initial window of each stream; 0 over HTTP/1.1. Read by any thread. */
    volatile int streamWindow;

    /** How much of the window the current frame has used up for padding. */
    int padding;

    private int resetStreamId;
    private int endedStreamId = NO_STREAM;

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

    /** Tells whether the current frame has the end of the body on a stream. */
    boolean hasEndOf(int streamId) {
        return endedStreamId == streamId;
    }

    /** Notes the initial window of each stream; a server may begin with the default. */
    void receivesBy(int window) {
        streamWindow = window;
        leastWindowUpdate = Math.min(window, H2Config.INIT.getInitialWindowSize()) / 4;
    }
}
