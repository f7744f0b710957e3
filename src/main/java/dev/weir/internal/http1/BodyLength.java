package dev.weir.internal.http1;

import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;

/**
 * The length of the body of a response, as HttpCore determines it, except that a {@code Content-Length} consists of digits
 * only (RFC 9110, section 8.6): HttpCore reads {@code +2} as 2, which another reader of the same response may not. Pure.
 */
public final class BodyLength implements ContentLengthStrategy {

    /** The one instance. */
    public static final BodyLength INSTANCE = new BodyLength();

    private BodyLength() {}

    @Override
    public long determineLength(HttpMessage message) throws HttpException {
        Header length = message.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null && !message.containsHeader(HttpHeaders.TRANSFER_ENCODING) && !isNumber(length.getValue())) {
            throw new ProtocolException("The response has a Content-Length that is not a number of bytes");
        }
        return DefaultContentLengthStrategy.INSTANCE.determineLength(message);
    }

    private static boolean isNumber(String value) {
        String digits = value.strip();
        return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * Tells whether the connection must be closed after a response because its head declares two ends:
     * {@code Transfer-Encoding} together with {@code Content-Length} (RFC 9112, section 6.3, item 3) or in HTTP/1.0 (section
     * 6.1).
     *
     * @param response the response
     * @return whether it does
     */
    public static boolean isAmbiguous(HttpResponse response) {
        return response.containsHeader(HttpHeaders.TRANSFER_ENCODING)
                && (response.containsHeader(HttpHeaders.CONTENT_LENGTH) || isOld(response));
    }

    private static boolean isOld(HttpResponse response) {
        ProtocolVersion version = response.getVersion();
        return version != null && version.lessEquals(HttpVersion.HTTP_1_0);
    }
}
