package dev.weir.internal.http1;

import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What HTTP/1.1 requires of the heads of the responses on a connection, beyond what HttpCore checks (RFC 9112). For one
 * thread at a time.
 */
public final class StrictHeads implements LineRule {

    /** The most interim responses (1xx) to a request: more than any use of 100, 102 and 103 needs. */
    public static final int MOST_INTERIM = 32;

    // The last line was the empty one that ends a head.
    private boolean isWhole;
    private int interim;
    boolean hasBareLf;

    /** Creates them for a connection before its first response. */
    public StrictHeads() {}

    @Override
    public void line(CharArrayBuffer line, int begin, int ending) throws ConnectionClosedException {
        isWhole = ending > 0 && line.length() == begin;
        if (ending == 0) {
            throw cut();
        }
        hasBareLf |= ending == 1;
    }

    // HttpCore (5.4.3) takes the end of the connection for the end of the head, but it is no response (RFC 9112,
    // section 8).
    private static ConnectionClosedException cut() {
        return new ConnectionClosedException("The server closed the connection within the head of its response");
    }

    /**
     * Checks a head after its lines: it must be whole, and must not be one interim response too many.
     *
     * @param response what was parsed; null for nothing yet
     * @throws ProtocolException if there are too many interim responses
     * @throws ConnectionClosedException if the connection ended within it
     */
    public void parsed(@Nullable HttpResponse response) throws ProtocolException, ConnectionClosedException {
        if (response != null) {
            if (!isWhole) {
                throw cut();
            }
            interim = response.getCode() >= HttpStatus.SC_SUCCESS ? 0 : interim(response.getCode(), interim);
        }
    }

    /**
     * Tells whether a head has begun and not ended, once a connection has had one.
     *
     * @return whether the last line was not the one that ends a head
     */
    public boolean isAmidHead() {
        return !isWhole;
    }

    /**
     * Counts the interim responses to a request. Each of them is a sign of life, so no read timeout stops a server that
     * sends them forever.
     *
     * @param status the status of the next response; a final one ends the count
     * @param before how many there were before it
     * @return how many there are now
     * @throws ProtocolException if there are too many
     */
    public static int interim(int status, int before) throws ProtocolException {
        if (status < HttpStatus.SC_SUCCESS && before == MOST_INTERIM) {
            throw new ProtocolException(
                    "The server sent more than " + MOST_INTERIM + " interim responses (1xx) to one request");
        }
        return status < HttpStatus.SC_SUCCESS ? before + 1 : 0;
    }

    /**
     * Tells whether a line of any head so far ended with a bare LF. HttpCore accepts that (section 2.2), but another reader
     * may have seen another end of the head.
     *
     * @return whether one did
     */
    public boolean hasBareLf() {
        return hasBareLf;
    }

    /**
     * Returns the length of the body of a response, as HttpCore determines it, except that a {@code Content-Length} consists
     * of digits only (RFC 9110, section 8.6): HttpCore reads {@code +2} as 2, which another reader of the same response may
     * not.
     *
     * @param message the response
     * @return the length, or one of the constants of HttpCore
     * @throws HttpException if it is no length
     */
    public static long bodyLength(HttpMessage message) throws HttpException {
        Header length = message.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            String value = length.getValue();
            boolean isNumber = !value.isEmpty();
            for (int i = 0; i < value.length(); i++) {
                isNumber &= value.charAt(i) >= '0' && value.charAt(i) <= '9';
            }
            if (!isNumber && !message.containsHeader(HttpHeaders.TRANSFER_ENCODING)) {
                throw new ProtocolException("The response has a Content-Length that is not a number of bytes");
            }
        }
        return DefaultContentLengthStrategy.INSTANCE.determineLength(message);
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
        ProtocolVersion version = response.getVersion();
        return response.containsHeader(HttpHeaders.TRANSFER_ENCODING)
                && (response.containsHeader(HttpHeaders.CONTENT_LENGTH)
                        || (version != null && version.lessEquals(HttpVersion.HTTP_1_0)));
    }
}
