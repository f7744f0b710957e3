package dev.weir.internal.http1;

import java.io.IOException;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Sees the lines of a response. HttpCore accepts a bare LF as the end of a line and does not report it; but a line that ends
 * with CR LF consumes two bytes more than it has characters, and one that ends with LF consumes one.
 */
@FunctionalInterface
public interface LineRule {

    /**
     * Checks the next line.
     *
     * @param buffer holds it
     * @param begin where it begins
     * @param ending how many bytes ended it: one is a bare LF, none the end of the connection
     * @throws IOException if it is against the rule
     */
    void line(CharArrayBuffer buffer, int begin, int ending) throws IOException;
}
