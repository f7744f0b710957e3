package dev.weir.internal.async;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.ContentEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request in chunks, with the last one behind the whole body only: HttpCore sends it at once behind an early
 * answer, so that the server would take a part for the whole. For HttpCore this is not a chunk coding, so that it closes the
 * connection then, as behind a part of a body whose length was announced. As thread-safe as what it stands before.
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
