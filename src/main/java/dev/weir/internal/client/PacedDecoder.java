package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/** Passes coded bytes to HttpClient's decoders and reports them to the pace. For the thread of the connection. */
final class PacedDecoder implements AsyncDataConsumer {

    private final AsyncDataConsumer decoder;
    private final DecodingPace pace;

    PacedDecoder(AsyncDataConsumer decoder, DecodingPace pace) {
        this.decoder = decoder;
        this.pace = pace;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        pace.sender(channel);
        decoder.updateCapacity(pace);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        decoder.consume(bytes);
        pace.used(count);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        decoder.streamEnd(trailers);
    }

    @Override
    public void releaseResources() {
        decoder.releaseResources();
    }
}
