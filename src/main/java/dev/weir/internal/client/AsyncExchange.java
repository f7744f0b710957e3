package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a request without a body, and its connection: passes the body of the response to its reader. For the
 * thread of the connection, except that any thread may release the reader.
 */
abstract class AsyncExchange extends AsyncLeaseRuntime implements AsyncClientExchangeHandler {

    // Null: no body has begun, or it is no longer read.
    private final AtomicReference<@Nullable AsyncDataConsumer> reader = new AtomicReference<>();

    AsyncExchange(AsyncClientConnectionManager manager) {
        super(manager);
    }

    final void readBy(@Nullable AsyncDataConsumer newReader) {
        reader.set(newReader);
    }

    @Override
    public final int available() {
        return 0;
    }

    @Override
    public final void produce(DataStreamChannel channel) {
        // It has no body.
    }

    @Override
    public final void updateCapacity(CapacityChannel channel) throws IOException {
        AsyncDataConsumer to = reader.get();
        if (to == null) {
            channel.update(Integer.MAX_VALUE);
        } else {
            to.updateCapacity(channel);
        }
    }

    @Override
    public final void consume(ByteBuffer bytes) throws IOException {
        AsyncDataConsumer to = reader.get();
        if (to != null) {
            to.consume(bytes);
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        AsyncDataConsumer to = reader.getAndSet(null);
        if (to != null) {
            to.streamEnd(trailers);
        }
    }

    @Override
    public final void releaseResources() {
        AsyncDataConsumer released = reader.getAndSet(null);
        if (released != null) {
            released.releaseResources();
        }
    }
}
