package dev.weir.internal.http1;

import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/** The lines around the chunks of a body, checked by their {@linkplain ChunkRule rule}. */
final class ChunkLines extends LineWatch {

    private final ChunkRule rule = new ChunkRule();

    ChunkLines(SessionInputBuffer input) {
        super(input);
    }

    @Override
    void line(CharArrayBuffer buffer, int begin, boolean endsWithBareLf) throws MalformedChunkCodingException {
        rule.line(buffer, begin, endsWithBareLf);
    }
}
