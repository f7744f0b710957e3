package dev.weir.internal.client;

import dev.weir.internal.call.Unwanted;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducerWrapper;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The body of a request that records whether it was sent from its beginning. */
final class WatchedProducer extends AsyncEntityProducerWrapper {

    private final HttpContext context;

    // Written by the thread that sends.
    private volatile boolean touched;

    // The listener for the response, and whether it was called: written before the request is sent, and by the thread
    // of the connection.
    private volatile @Nullable AsyncExecCallback outside;
    private volatile boolean answered;

    WatchedProducer(AsyncEntityProducer body, HttpContext context) {
        super(body);
        this.context = context;
    }

    void tells(AsyncExecCallback callback) {
        outside = callback;
    }

    @Nullable
    AsyncExecCallback outside() {
        return outside;
    }

    /** Notes that a response has reached its listener. */
    void answered() {
        answered = true;
    }

    boolean isAnswered() {
        return answered;
    }

    boolean isWhole() {
        return !touched || isRepeatable();
    }

    void rewind() {
        if (touched) {
            touched = false;
            super.releaseResources();
        }
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        touched = true;
        if (Unwanted.takeFrom(context)) {
            channel.endStream();
        } else {
            super.produce(channel);
        }
    }

    // An attempt that sent nothing does not reach the body, which may go with the next.
    @Override
    public void failed(Exception cause) {
        if (touched) {
            super.failed(cause);
        }
    }

    @Override
    public void releaseResources() {
        if (touched) {
            super.releaseResources();
        }
    }
}
