package dev.weir.internal.http1;

import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * The lines around the chunks of one body, as strict as RFC 9112, section 7.1: each ends with CR LF, and a size consists of
 * hexadecimal digits only. Two readers that differ here see different ends of the body. For one thread at a time.
 */
public final class ChunkRule implements LineRule {

    private boolean isLast;

    /** Creates the rule for a body before its first byte. */
    public ChunkRule() {}

    @Override
    public void line(CharArrayBuffer buffer, int begin, int ending) throws MalformedChunkCodingException {
        if (ending == 1) {
            throw new MalformedChunkCodingException("A line of the chunked body ends with a bare LF");
        }
        if (!isLast && buffer.length() > begin) {
            isLast = sizeDigits(buffer, begin);
        }
    }

    /** Checks a line with the size of a chunk; returns whether the size is zero, after which trailers follow. */
    private static boolean sizeDigits(CharArrayBuffer line, int begin) throws MalformedChunkCodingException {
        boolean isZero = true;
        int at = begin;
        while (at < line.length() && Character.digit(line.charAt(at), 16) >= 0) {
            isZero &= line.charAt(at) == '0';
            at++;
        }
        if (at == begin || !isEnd(line, at)) {
            throw new MalformedChunkCodingException("A chunk of the body has no hexadecimal size");
        }
        return isZero;
    }

    private static boolean isEnd(CharArrayBuffer line, int at) {
        return at == line.length() || line.charAt(at) == ';' || line.charAt(at) == ' ' || line.charAt(at) == '\t';
    }
}
