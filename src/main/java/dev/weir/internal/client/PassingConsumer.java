package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/** Passes a body on to another consumer, unless a subclass does otherwise. For the thread of the connection. */
abstract class PassingConsumer implements AsyncDataConsumer {

    private final AsyncDataConsumer reader;

    PassingConsumer(AsyncDataConsumer reader) {
        this.reader = reader;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        reader.updateCapacity(channel);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        reader.consume(bytes);
    }

    @Override
    public final void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        reader.streamEnd(trailers);
    }

    @Override
    public final void releaseResources() {
        reader.releaseResources();
    }
}
