package dev.weir.internal.http1;

import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;

/**
 * The length of the body of a response, as strict as RFC 9112, section 6.3. {@code Transfer-Encoding} comes before
 * {@code Content-Length}. A length consists of digits only; several lengths, in one header or in many, must be equal.
 * HttpCore reads {@code +2} as 2, which another reader of the same response may not. Pure.
 */
public final class BodyLength implements ContentLengthStrategy {

    /** The one instance. */
    public static final BodyLength INSTANCE = new BodyLength();

    private BodyLength() {}

    /**
     * Determines the length.
     *
     * @param message the head of the response
     * @return the length, {@link #CHUNKED}, or {@link #UNDEFINED} if the end of the connection ends the body
     * @throws ProtocolException if a {@code Content-Length} is not a number or contradicts another one
     * @throws NotImplementedException if a {@code Transfer-Encoding} is anything but {@code chunked}
     */
    @Override
    public long determineLength(HttpMessage message) throws HttpException {
        Header coding = message.getFirstHeader(HttpHeaders.TRANSFER_ENCODING);
        if (coding != null) {
            return coded(message, coding);
        }
        Header length = message.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return UNDEFINED;
        }
        return message.countHeaders(HttpHeaders.CONTENT_LENGTH) == 1
                ? ofOne(length.getValue())
                : ofAll(message.getHeaders(HttpHeaders.CONTENT_LENGTH));
    }

    private static long coded(HttpMessage message, Header coding) throws HttpException {
        try {
            return DefaultContentLengthStrategy.INSTANCE.determineLength(message);
        } catch (NotImplementedException e) {
            String value = coding.getValue();
            throw new NotImplementedException("The response has a Transfer-Encoding other than chunked: "
                    + Quoted.of(value == null ? "" : value));
        }
    }

    private static long ofAll(Header[] headers) throws ProtocolException {
        long agreed = UNDEFINED;
        for (Header header : headers) {
            long length = ofOne(header.getValue());
            if (agreed >= 0 && agreed != length) {
                throw new ProtocolException("The response has Content-Length headers that contradict each other: "
                        + agreed + " and " + length);
            }
            agreed = length;
        }
        return agreed;
    }

    private static long ofOne(String value) throws ProtocolException {
        long agreed = UNDEFINED;
        int begin = 0;
        while (begin <= value.length()) {
            int comma = value.indexOf(',', begin);
            int end = comma < 0 ? value.length() : comma;
            long length = digits(value, begin, end);
            if (length < 0 || (agreed >= 0 && agreed != length)) {
                throw new ProtocolException(
                        "The response has a Content-Length that is not one number of bytes: " + Quoted.of(value));
            }
            agreed = length;
            begin = end + 1;
        }
        return agreed;
    }

    /** Returns the number, ignoring blanks around it; less than zero if it is none, or too large. */
    private static long digits(String value, int begin, int end) {
        int from = begin;
        int to = end;
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(value.charAt(to - 1))) {
            to--;
        }
        long number = from < to ? 0 : -1;
        for (int i = from; i < to && number >= 0; i++) {
            int digit = value.charAt(i) - '0';
            boolean fits = digit >= 0 && digit <= 9 && number <= (Long.MAX_VALUE - digit) / 10;
            number = fits ? number * 10 + digit : -1;
        }
        return number;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
