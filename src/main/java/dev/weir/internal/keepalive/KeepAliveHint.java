package dev.weir.internal.keepalive;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElement;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.message.MessageSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code Keep-Alive} headers of a response say. Several headers or parameters: the smallest of each counts.
 * Invalid values (not a number, with a unit, or with a plus sign) are ignored; a number too large for a long counts as the
 * largest long; a timeout of zero or less forbids keeping the connection.
 *
 * @param timeoutNanos time after which the server closes an idle connection; {@link #NONE} if it did not say
 * @param moreRequests requests that the server allows on this connection after this one, as Apache httpd counts; a server
 *     that counts this one says {@code Connection: close} in its last response; {@link #NONE} if it did not say
 */
public record KeepAliveHint(long timeoutNanos, long moreRequests) {

    /** Stands for a value that the server did not give. */
    public static final long NONE = -1;

    /** No hint at all. */
    public static final KeepAliveHint ABSENT = new KeepAliveHint(NONE, NONE);

    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]+");
    private static final int DIGITS = 18; // as many as a long always holds
    private static final String NAME = "Keep-Alive";

    /**
     * Reads the headers of a response.
     *
     * @param response the response
     * @return what they say; {@link #ABSENT} without allocation if there is no such header
     */
    public static KeepAliveHint of(HttpResponse response) {
        if (!response.containsHeader(NAME)) {
            return ABSENT;
        }
        KeepAliveHint hint = ABSENT;
        Iterator<HeaderElement> elements = MessageSupport.iterate(response, NAME);
        while (elements.hasNext()) {
            HeaderElement element = elements.next();
            hint = hint.with(element.getName(), element.getValue());
        }
        return hint;
    }

    private KeepAliveHint with(String name, @Nullable String value) {
        String text = value == null ? "" : value.trim();
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            return this;
        }
        long number = text.length() <= DIGITS ? Long.parseLong(text) : text.charAt(0) == '-' ? -1 : Long.MAX_VALUE;
        if (name.equalsIgnoreCase("timeout")) {
            long nanos = number <= 0 ? 0 : TimeUnit.SECONDS.toNanos(number);
            return new KeepAliveHint(smaller(timeoutNanos, nanos), moreRequests);
        }
        if (name.equalsIgnoreCase("max") && number >= 0) {
            return new KeepAliveHint(timeoutNanos, smaller(moreRequests, number));
        }
        return this;
    }

    private static long smaller(long known, long found) {
        return known == NONE ? found : Math.min(known, found);
    }

    /**
     * Returns the idle time that a connection is allowed after the exchange: the smaller of the hint less a margin, which is
     * never more than half of the hint, so that a server with short limits is still reused; and the pool's own maximum.
     *
     * @param maxNanos most idle time, hint or no hint ({@code keepAlive.max}); zero keeps nothing
     * @param marginNanos time before the server's own limit ({@code keepAlive.margin})
     * @return nanoseconds; zero if the connection must not be kept
     */
    public long idleNanos(long maxNanos, long marginNanos) {
        return timeoutNanos == NONE
                ? maxNanos
                : Math.min(maxNanos, timeoutNanos - Math.min(marginNanos, timeoutNanos / 2));
    }

    /**
     * Tells whether a server announces that it ends the connection with a response (RFC 9112, section 9.3).
     *
     * @param response the response
     * @return whether it says so, or is HTTP/1.0 and does not say otherwise
     */
    public static boolean isLast(HttpResponse response) {
        ProtocolVersion version = response.getVersion();
        boolean isOld = version != null && version.lessEquals(HttpVersion.HTTP_1_0);
        return response.containsHeader(HttpHeaders.CONNECTION)
                ? says(response, HeaderElements.CLOSE) || (isOld && !says(response, HeaderElements.KEEP_ALIVE))
                : isOld;
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
