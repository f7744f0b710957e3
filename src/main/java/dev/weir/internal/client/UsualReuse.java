package dev.weir.internal.client;

import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's rule for reusing a connection, with a quick check for the usual exchange: the rule itself splits
 * {@code Connection} headers into tokens. Stateless.
 */
final class UsualReuse implements ConnectionReuseStrategy {

    private static final ConnectionReuseStrategy RULE = DefaultClientConnectionReuseStrategy.INSTANCE;
    private static final UsualReuse INSTANCE = new UsualReuse();

    private UsualReuse() {}

    /** Returns a strategy with the same decisions, which is cheaper if the given one is HttpClient's own. */
    static ConnectionReuseStrategy of(ConnectionReuseStrategy strategy) {
        return strategy == RULE ? INSTANCE : strategy;
    }

    @Override
    public boolean keepAlive(@Nullable HttpRequest request, HttpResponse response, HttpContext context) {
        return (request != null && isUsual(request) && isUsual(response)) || RULE.keepAlive(request, response, context);
    }

    private static boolean isUsual(HttpRequest request) {
        return !request.containsHeader(HttpHeaders.TRANSFER_ENCODING) && saysKeepAlive(request);
    }

    private static boolean isUsual(HttpResponse response) {
        return HttpVersion.HTTP_1_1.equals(response.getVersion())
                && response.getCode() != HttpStatus.SC_NO_CONTENT
                && (response.countHeaders(HttpHeaders.CONTENT_LENGTH) == 1
                        || response.containsHeader(HttpHeaders.TRANSFER_ENCODING))
                && (response.containsHeader(HttpHeaders.CONNECTION)
                        ? saysKeepAlive(response)
                        : !response.containsHeader("Proxy-Connection"));
    }

    private static boolean saysKeepAlive(MessageHeaders message) {
        Header connection = message.getFirstHeader(HttpHeaders.CONNECTION);
        return connection != null
                && HeaderElements.KEEP_ALIVE.equalsIgnoreCase(connection.getValue())
                && message.countHeaders(HttpHeaders.CONNECTION) == 1;
    }
}
