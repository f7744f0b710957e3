package dev.weir.internal.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;

/** Passes decoded bytes to a reader and reports them to the pace. For the thread of the connection. */
final class PacedReader extends PassingConsumer {

    private final DecodingPace pace;

    PacedReader(AsyncDataConsumer reader, DecodingPace pace) {
        super(reader);
        this.pace = pace;
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        pace.given(bytes.remaining());
        super.consume(bytes);
    }
}
