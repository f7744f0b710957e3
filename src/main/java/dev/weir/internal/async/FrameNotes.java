package dev.weir.internal.async;

import org.apache.hc.core5.http2.config.H2Config;

/** What the frames of a connection say that its exchanges must know. For the thread of the connection. */
final class FrameNotes {

    private final OpenStreams openStreams = new OpenStreams();
    private final Turns turns = new Turns();
    private final CountedStreams counted = new CountedStreams();

    // Read by the thread that begins an exchange.
    private volatile int leastWindowUpdate;
    private int resetStreamId;
    private int padding;

    /** The streams on which something may come. */
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

    /** Takes note of a stream that the server resets. */
    void serverReset(int streamId) {
        resetStreamId = streamId;
    }

    /** Says whether it is this stream that the server has reset last. */
    boolean isReset(int streamId) {
        return resetStreamId == streamId;
    }

    /** Takes note of a frame that has come, which its exchange gets next. */
    void framed(int paddingBytes) {
        padding = paddingBytes;
    }

    /** Returns how much of the window the frame has used up for nothing that its exchange is now given a part of. */
    int padding() {
        return padding;
    }

    /** Notes how large the window is with which each stream begins; a server may begin with the usual one. */
    void receivesBy(int streamWindow) {
        leastWindowUpdate = Math.min(streamWindow, H2Config.INIT.getInitialWindowSize()) / 4;
    }

    /** Returns how much of a window is granted at once, at least: a quarter; over HTTP/1.1 no peer is told. */
    int leastWindowUpdate() {
        return leastWindowUpdate;
    }
}
