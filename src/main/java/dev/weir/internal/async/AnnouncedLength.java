package dev.weir.internal.async;

import dev.weir.internal.http1.BodyLength;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http2.H2Error;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the body of a response over HTTP/2 is as long as its head announces. Any other length makes the response
 * malformed, which is a stream error (RFC 9113, section 8.1.1); HttpCore does not check. For the thread of the connection.
 */
final class AnnouncedLength {

    private static final long NONE = -1;

    private long announced = NONE;
    private long received;

    /** Notes the head of the response. */
    void announced(HttpResponse response, @Nullable HttpRequest request) throws H2StreamResetException {
        if (!mayHaveBody(response, request)) {
            announced = 0; // its Content-Length is that of the body that a GET would get
        } else if (response.containsHeader(HttpHeaders.CONTENT_LENGTH)) {
            announced = lengthOf(response);
        }
    }

    private static boolean mayHaveBody(HttpResponse response, @Nullable HttpRequest request) {
        return response.getCode() != HttpStatus.SC_NOT_MODIFIED
                && response.getCode() != HttpStatus.SC_NO_CONTENT
                && !(request != null && Method.HEAD.isSame(request.getMethod()));
    }

    private static long lengthOf(HttpResponse response) throws H2StreamResetException {
        try {
            return BodyLength.INSTANCE.determineLength(response);
        } catch (HttpException e) {
            throw new H2StreamResetException(H2Error.PROTOCOL_ERROR, e.getMessage());
        }
    }

    /** Counts a part of the body. */
    void received(int bytes) throws H2StreamResetException {
        received += bytes;
        if (announced >= 0 && received > announced) {
            throw malformed("longer");
        }
    }

    /** Notes the end of the body. */
    void ended() throws H2StreamResetException {
        if (announced >= 0 && received < announced) {
            throw malformed("shorter");
        }
    }

    private H2StreamResetException malformed(String how) {
        return new H2StreamResetException(
                H2Error.PROTOCOL_ERROR,
                "The body of the response is " + how + " than its head announces (" + announced + " bytes)");
    }
}
