package dev.weir.internal.async;

import org.apache.hc.core5.http2.config.H2Config;

/** What the exchanges of a connection must know from its frames. For the thread of the connection. */
final class FrameNotes {

    private final OpenStreams openStreams = new OpenStreams();
    private final Turns turns = new Turns();
    private final CountedStreams counted = new CountedStreams();

    // Read by the thread that begins an exchange.
    private volatile int leastWindowUpdate;
    private int resetStreamId;
    private int padding;

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
    void framed(int paddingBytes) {
        padding = paddingBytes;
    }

    /** Returns how much of the window the current frame has used up for padding. */
    int padding() {
        return padding;
    }

    /** Notes the initial window of each stream; a server may begin with the default. */
    void receivesBy(int streamWindow) {
        leastWindowUpdate = Math.min(streamWindow, H2Config.INIT.getInitialWindowSize()) / 4;
    }

    /** Returns the least part of a window to grant at once: a quarter. Over HTTP/1.1 no peer is told. */
    int leastWindowUpdate() {
        return leastWindowUpdate;
    }
}
