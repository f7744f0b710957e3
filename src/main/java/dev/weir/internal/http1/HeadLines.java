package dev.weir.internal.http1;

import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/** The lines of heads. A bare LF counts as the end of a line, which is allowed (RFC 9112, section 2.2), and is noted. */
final class HeadLines extends LineWatch {

    /** Whether a line of any head so far ended with a bare LF. */
    boolean hasBareLf;

    HeadLines(SessionInputBuffer input) {
        super(input);
    }

    @Override
    void line(CharArrayBuffer buffer, int begin, boolean endsWithBareLf) {
        hasBareLf |= endsWithBareLf;
    }
}
