package dev.weir.internal.http1;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/** The lines around the chunks of a body, checked by their {@linkplain ChunkRule rule}, which ends it at a bare LF. */
final class ChunkLines extends LineWatch {

    private final ChunkRule rule = new ChunkRule();

    ChunkLines(SessionInputBuffer input) {
        super(input);
    }

    @Override
    public int readLine(CharArrayBuffer buffer, InputStream in) throws IOException {
        int begin = buffer.length();
        int read = super.readLine(buffer, in);
        if (read >= 0) {
            rule.line(buffer, begin, hasBareLf);
        }
        return read;
    }
}
