package dev.weir.internal.http1;

import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;

/** Tells from the head of a response whether its end can be trusted. Pure. */
public final class Framing {

    private Framing() {}

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
