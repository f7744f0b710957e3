package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/** Passes coded bytes to HttpClient's decoders and reports them to the pace. For the thread of the connection. */
final class PacedDecoder extends PassingConsumer {

    private final DecodingPace pace;

    PacedDecoder(AsyncDataConsumer decoder, DecodingPace pace) {
        super(decoder);
        this.pace = pace;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        pace.sender(channel);
        super.updateCapacity(pace);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        super.consume(bytes);
        pace.used(count);
    }
}
