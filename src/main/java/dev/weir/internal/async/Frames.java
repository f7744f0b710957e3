package dev.weir.internal.async;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http2.H2PseudoResponseHeaders;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.config.H2Param;
import org.apache.hc.core5.http2.frame.FrameFlag;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.impl.nio.H2StreamListener;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the frames of a connection what HttpCore does not report: how many streams the server allows, the last stream
 * that it will answer, which one it resets, the stream of each request, and what exchanges must know of windows. For the thread of the connection.
 */
final class Frames implements H2StreamListener {

    private static final int NO_STREAM = -1;
    private static final int SETTING_BYTES = 6;
    private static final int STREAM_ID_MASK = 0x7fffffff;

    private final AsyncConnection connection;

    /** Sees them before HttpCore; null over HTTP/1.1. */
    @Nullable
    FrameFilter filter;

    /** The least part of a window to grant at once: a quarter. Over HTTP/1.1 no peer is told. Read by any thread. */
    volatile int leastWindowUpdate;

    /** The initial window of each stream; 0 over HTTP/1.1. Read by any thread. */
    volatile int streamWindow;

    /** How much of the window the frame that its exchange gets next has used up for padding. */
    int padding;

    // The stream whose body ends with that frame, and the one that the server has reset last.
    private int endedStreamId = NO_STREAM;
    private int resetStreamId;

    Frames(AsyncConnection connection) {
        this.connection = connection;
    }

    /** Notes that they begin, and the initial window of each stream, with which a server may begin late. */
    FrameFilter filterBy(H2Config coding) {
        streamWindow = coding.getInitialWindowSize();
        leastWindowUpdate = Math.min(streamWindow, H2Config.INIT.getInitialWindowSize()) / 4;
        FrameFilter first = new FrameFilter(coding.getMaxFrameSize(), connection.peer::heard);
        filter = first;
        return first;
    }

    /** Tells whether the server has reset a stream, no other one later. */
    boolean isReset(int streamId) {
        return resetStreamId == streamId;
    }

    /** Tells whether the body of a stream ends with the frame that its exchange gets next. */
    boolean isEnding(int streamId) {
        return endedStreamId == streamId;
    }

    @Override
    public void onFrameInput(HttpConnection ignored, int streamId, RawFrame frame) {
        boolean isData = frame.isType(FrameType.DATA);
        padding = isData && frame.isPadded() ? paddingOf(frame) : 0;
        endedStreamId = isData && frame.isFlagSet(FrameFlag.END_STREAM) ? streamId : NO_STREAM;
        if (frame.isType(FrameType.SETTINGS) && !frame.isFlagSet(FrameFlag.ACK)) {
            connection.allowed(streams(frame.getPayload()));
        } else if (frame.isType(FrameType.RST_STREAM)) {
            resetStreamId = streamId;
        } else if (frame.isType(FrameType.GOAWAY)) {
            goAway(frame.getPayload());
        }
    }

    private static int paddingOf(RawFrame frame) {
        ByteBuffer content = frame.getPayloadContent();
        return content == null ? 0 : frame.getLength() - content.remaining();
    }

    /** Returns how many streams the settings allow; unlimited if they do not say. */
    static int streams(@Nullable ByteBuffer payload) {
        int streams = Integer.MAX_VALUE;
        if (payload != null) {
            ByteBuffer settings = payload.duplicate();
            while (settings.remaining() >= SETTING_BYTES) {
                int name = settings.getShort();
                int value = settings.getInt();
                if (name == H2Param.MAX_CONCURRENT_STREAMS.getCode() && value >= 0) {
                    streams = value;
                    hideZero(settings, value);
                }
            }
        }
        return streams;
    }

    // HttpCore rejects a limit of zero as a breach of the protocol, though RFC 9113 allows it. The pool itself observes
    // it.
    private static void hideZero(ByteBuffer settings, int value) {
        if (value == 0) {
            settings.putInt(settings.position() - Integer.BYTES, 1);
        }
    }

    private void goAway(@Nullable ByteBuffer payload) {
        if (payload != null && payload.remaining() >= Integer.BYTES) {
            connection.goneAway(payload.duplicate().getInt() & STREAM_ID_MASK);
        }
    }

    @Override
    public void onHeaderOutput(HttpConnection ignored, int streamId, List<? extends Header> headers) {
        connection.became(streamId);
    }

    @Override
    public void onHeaderInput(HttpConnection ignored, int streamId, List<? extends Header> headers) {
        if (!headers.isEmpty() && isInterim(headers.get(0))) {
            connection.interim(streamId); // an exchange is not notified of 100
        }
    }

    private static boolean isInterim(Header first) {
        return H2PseudoResponseHeaders.STATUS.equals(first.getName())
                && first.getValue().startsWith("1");
    }

    @Override
    public void onFrameOutput(HttpConnection ignored, int streamId, RawFrame frame) {
        // HttpCore handles it.
    }

    @Override
    public void onInputFlowControl(HttpConnection ignored, int streamId, int delta, int actualSize) {
        // HttpCore handles it.
    }

    @Override
    public void onOutputFlowControl(HttpConnection ignored, int streamId, int delta, int actualSize) {
        // HttpCore handles it.
    }
}
