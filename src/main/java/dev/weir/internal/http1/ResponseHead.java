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

    // A bit for the length of each name that it has or had: names that are equal but for case are equally long.
    private long lengths;

    ResponseHead(StatusLine status) {
        super(status.getStatusCode(), status.getReasonPhrase());
        setVersion(status.getProtocolVersion());
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
            lengths |= 1L << header.getName().length();
        }
    }

    @Override
    public boolean containsHeader(@Nullable String name) {
        return name != null && (lengths & 1L << name.length()) != 0 && super.containsHeader(name);
    }

    @Override
    public int countHeaders(@Nullable String name) {
        return name == null || (lengths & 1L << name.length()) == 0 ? 0 : super.countHeaders(name);
    }

    @Override
    public @Nullable Header getFirstHeader(@Nullable String name) {
        return name == null || (lengths & 1L << name.length()) == 0 ? null : super.getFirstHeader(name);
    }
}
