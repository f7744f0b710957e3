package dev.weir.internal.keepalive;

import java.util.Iterator;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.message.MessageSupport;

/** Tells whether a message of HTTP/1 announces that its sender ends the connection with it (RFC 9112, section 9.3). */
public final class LastMessage {

    private LastMessage() {}

    /**
     * Tells whether a server ends the connection with a response.
     *
     * @param response the response
     * @return whether it says so, or is HTTP/1.0 and does not say otherwise
     */
    public static boolean announcedBy(HttpResponse response) {
        return says(response, HeaderElements.CLOSE) || (isOld(response) && !says(response, HeaderElements.KEEP_ALIVE));
    }

    private static boolean isOld(HttpResponse response) {
        ProtocolVersion version = response.getVersion();
        return version != null && version.lessEquals(HttpVersion.HTTP_1_0);
    }

    private static boolean says(MessageHeaders message, String option) {
        Header first = message.getFirstHeader(HttpHeaders.CONNECTION);
        if (first == null) {
            return false;
        }
        String value = first.getValue();
        if (option.equalsIgnoreCase(value)) {
            return true;
        }
        if (value.indexOf(',') < 0 && message.countHeaders(HttpHeaders.CONNECTION) == 1) {
            return false; // as with most servers: nothing to parse
        }
        for (Iterator<String> options = MessageSupport.iterateTokens(message, HttpHeaders.CONNECTION);
                options.hasNext(); ) {
            if (option.equalsIgnoreCase(options.next())) {
                return true;
            }
        }
        return false;
    }
}
