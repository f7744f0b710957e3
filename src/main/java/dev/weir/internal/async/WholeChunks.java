package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.ContentEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The chunked body of a request, whose last chunk follows only a whole body: HttpCore sends it right after an early
 * response, so the server would mistake a part for the whole. HttpCore does not recognize this as a chunk coding, so it then
 * closes the connection, as it does after a part of a body with an announced length. As thread-safe as the encoder that it
 * wraps.
 */
final class WholeChunks implements ContentEncoder {

    private final ContentEncoder chunks;
    private final BooleanSupplier isWhole;

    // Of the thread that ends the body.
    private volatile boolean cut;

    WholeChunks(ContentEncoder chunks, BooleanSupplier isWhole) {
        this.chunks = chunks;
        this.isWhole = isWhole;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return chunks.write(bytes);
    }

    @Override
    public void complete(@Nullable List<? extends Header> trailers) throws IOException {
        if (isWhole.getAsBoolean()) {
            chunks.complete(trailers);
        } else {
            cut = true;
        }
    }

    @Override
    public boolean isCompleted() {
        return cut || chunks.isCompleted();
    }
}
