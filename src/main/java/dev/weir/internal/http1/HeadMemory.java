package dev.weir.internal.http1;

import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.LazyLaxLineParser;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.apache.hc.core5.util.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Makes responses and headers from the lines of heads, and reuses those of the previous head if a line is the same. It
 * remembers only a few lines, which say nothing about a user. For one thread at a time.
 */
final class HeadMemory {

    /** For this many headers at the beginning of a head. */
    static final int MOST_HEADERS = 16;

    /** Longer lines are not remembered. */
    static final int LONGEST_LINE = 128;

    // Nothing that a server would send to one user only.
    private static final Set<String> REMEMBERED = caseless(
            "Accept-Ranges",
            "Age",
            "Cache-Control",
            "Connection",
            "Content-Encoding",
            "Content-Length",
            "Content-Type",
            "Date",
            "Keep-Alive",
            "Pragma",
            "Server",
            "Strict-Transport-Security",
            "Transfer-Encoding",
            "Vary",
            "Via",
            "X-Content-Type-Options",
            "X-Frame-Options");

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(Set.of(names));
        return set;
    }

    private record Known(String line, Header header) {}

    // Both null until there was such a line; written by the holder of the connection.
    private @Nullable String statusText;
    private @Nullable StatusLine status;
    private final @Nullable Known[] headers = new Known[MOST_HEADERS];

    /** Returns a response with this status line. */
    ClassicHttpResponse response(CharArrayBuffer line) throws ParseException {
        StatusLine parsed = status;
        if (parsed == null || !isSame(statusText, line)) {
            parsed = LazyLaxLineParser.INSTANCE.parseStatusLine(line);
            boolean isShort = line.length() <= LONGEST_LINE;
            status = isShort ? parsed : null;
            statusText = isShort ? line.toString() : null;
        }
        ClassicHttpResponse response = new BasicClassicHttpResponse(parsed.getStatusCode(), parsed.getReasonPhrase());
        response.setVersion(parsed.getProtocolVersion());
        return response;
    }

    /**
     * Returns the header of a line.
     *
     * @param line the line
     * @param position its number within the head
     */
    Header header(CharArrayBuffer line, int position) throws ParseException {
        Known known = position < MOST_HEADERS ? headers[position] : null;
        if (known != null && isSame(known.line, line)) {
            return known.header;
        }
        Header header = parsed(line);
        if (position < MOST_HEADERS) {
            boolean isRemembered = line.length() <= LONGEST_LINE && REMEMBERED.contains(header.getName());
            headers[position] = isRemembered ? new Known(line.toString(), header) : null;
        }
        return header;
    }

    private static boolean isSame(@Nullable String text, CharArrayBuffer line) {
        if (text == null || text.length() != line.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != line.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    // As HttpCore's BufferedHeader reads it.
    private static Header parsed(CharArrayBuffer line) throws ParseException {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw new ParseException("Invalid header", line, 0, line.length());
        }
        String name = line.substringTrimmed(0, colon);
        if (name.isEmpty()) {
            throw new ParseException("Invalid header", line, 0, line.length(), colon);
        }
        return new BasicHeader(name, value(line, colon + 1));
    }

    private static String value(CharArrayBuffer line, int from) {
        int begin = from;
        int end = line.length();
        while (begin < end && Tokenizer.isWhitespace(line.charAt(begin))) {
            begin++;
        }
        while (end > begin && Tokenizer.isWhitespace(line.charAt(end - 1))) {
            end--;
        }
        for (int i = begin; i < end; i++) {
            char c = line.charAt(i);
            if (c == '\r' || c == '\n' || c == '\0') {
                return printable(line, begin, end);
            }
        }
        return line.substring(begin, end);
    }

    // Neither is allowed in a value, and each counts as a blank (RFC 9110, section 5.5).
    private static String printable(CharArrayBuffer line, int begin, int end) {
        return line.substring(begin, end).replace('\r', ' ').replace('\n', ' ').replace('\0', ' ');
    }
}
