package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/** Passes decoded bytes to a reader and reports them to the pace. For the thread of the connection. */
final class PacedReader implements AsyncDataConsumer {

    private final AsyncDataConsumer reader;
    private final DecodingPace pace;

    PacedReader(AsyncDataConsumer reader, DecodingPace pace) {
        this.reader = reader;
        this.pace = pace;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        reader.updateCapacity(channel);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        pace.given(bytes.remaining());
        reader.consume(bytes);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        reader.streamEnd(trailers);
    }

    @Override
    public void releaseResources() {
        reader.releaseResources();
    }
}
