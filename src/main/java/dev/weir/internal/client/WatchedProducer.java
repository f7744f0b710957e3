package dev.weir.internal.client;

import dev.weir.internal.pool.Unwanted;
import java.io.IOException;
import java.util.Set;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The body of a request, of which it is known whether it could be sent from its beginning. */
final class WatchedProducer implements AsyncEntityProducer {

    private final AsyncEntityProducer body;
    private final HttpContext context;

    // Written by the thread that sends.
    private volatile boolean touched;

    WatchedProducer(AsyncEntityProducer body, HttpContext context) {
        this.body = body;
        this.context = context;
    }

    boolean isWhole() {
        return !touched || body.isRepeatable();
    }

    void rewind() {
        if (touched) {
            touched = false;
            body.releaseResources();
        }
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        touched = true;
        if (Unwanted.takeFrom(context)) {
            channel.endStream();
        } else {
            body.produce(channel);
        }
    }

    @Override
    public int available() {
        return body.available();
    }

    @Override
    public boolean isRepeatable() {
        return body.isRepeatable();
    }

    // Of an attempt that has sent nothing of it the body hears nothing: it may go with the next.
    @Override
    public void failed(Exception cause) {
        if (touched) {
            body.failed(cause);
        }
    }

    @Override
    public void releaseResources() {
        if (touched) {
            body.releaseResources();
        }
    }

    @Override
    public long getContentLength() {
        return body.getContentLength();
    }

    @Override
    public String getContentType() {
        return body.getContentType();
    }

    @Override
    public String getContentEncoding() {
        return body.getContentEncoding();
    }

    @Override
    public boolean isChunked() {
        return body.isChunked();
    }

    @Override
    public Set<String> getTrailerNames() {
        return body.getTrailerNames();
    }
}
