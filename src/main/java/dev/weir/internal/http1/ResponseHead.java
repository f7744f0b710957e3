package dev.weir.internal.http1;

import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.StatusLine;
import org.jspecify.annotations.Nullable;

/**
 * A response that usually knows at once that it does not have a header. An exchange looks for some twenty headers, of which
 * most responses have few, and HttpCore compares every name each time. Not thread-safe, like any message.
 */
final class ResponseHead extends BasicClassicHttpResponse {

    private static final long serialVersionUID = 1L;

    // A bit for the length and the first letter of each name that it has or had.
    private long names;

    ResponseHead(StatusLine status) {
        super(status.getStatusCode(), status.getReasonPhrase());
        setVersion(status.getProtocolVersion());
    }

    // The upper and the lower case of an ASCII letter have the lowest five bits in common; some others count as equal,
    // too.
    private static long bits(@Nullable String name) {
        if (name == null || name.isEmpty() || name.charAt(0) >= 0x80) {
            return -1L;
        }
        return 1L << ((name.charAt(0) & 0x1f) + 7 * name.length());
    }

    @Override
    public void addHeader(@Nullable Header header) {
        note(header);
        super.addHeader(header);
    }

    @Override
    public void setHeader(@Nullable Header header) {
        note(header);
        super.setHeader(header);
    }

    @Override
    public void setHeaders(Header @Nullable ... headers) {
        if (headers != null) {
            for (Header header : headers) {
                note(header);
            }
        }
        super.setHeaders(headers);
    }

    private void note(@Nullable Header header) {
        if (header != null) {
            names |= bits(header.getName());
        }
    }

    @Override
    public boolean containsHeader(String name) {
        return (names & bits(name)) != 0 && super.containsHeader(name);
    }

    @Override
    public int countHeaders(String name) {
        return (names & bits(name)) == 0 ? 0 : super.countHeaders(name);
    }

    @Override
    public @Nullable Header getFirstHeader(String name) {
        return (names & bits(name)) == 0 ? null : super.getFirstHeader(name);
    }
}
