package dev.weir.internal.async;

import org.apache.hc.core5.http2.config.H2Config;

/** What the exchanges of a connection must know from its frames. For the thread of the connection. */
final class FrameNotes {

    /** Stands for no stream. */
    static final int NO_STREAM = -1;

    /** The streams on which frames may arrive. */
    final OpenStreams openStreams = new OpenStreams();

    /** The least part of a window to grant at once: a quarter. Over HTTP/1.1 no peer is told. Read by any thread. */
    volatile int leastWindowUpdate;

    /** The initial window of each stream; 0 over HTTP/1.1. Read by any thread. */
    volatile int streamWindow;

    /** How much of the window the frame that its exchange gets next has used up for padding. */
    int padding;

    /** The stream whose body ends with that frame; none if it is not the last of one. */
    int endedStreamId = NO_STREAM;

    private int resetStreamId;

    /** Notes a stream that the server resets. */
    void serverReset(int streamId) {
        resetStreamId = streamId;
    }

    /** Tells whether this is the stream that the server reset last. */
    boolean isReset(int streamId) {
        return resetStreamId == streamId;
    }

    /** Notes the initial window of each stream; a server may begin with the default. */
    void receivesBy(int window) {
        streamWindow = window;
        leastWindowUpdate = Math.min(window, H2Config.INIT.getInitialWindowSize()) / 4;
    }
}
