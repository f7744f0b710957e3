package dev.weir.internal.client;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Follows redirects as HttpClient does, but to another origin (scheme, host or port) without what was meant for the first
 * one alone: only headers that are known to be harmless go along, and a request with a body is not followed, so that the
 * caller gets the redirect. HttpClient would send the body and headers such as {@code X-Api-Key} to whatever server the
 * redirect names. Stateless.
 */
final class SafeRedirects extends DefaultRedirectStrategy {

    static final SafeRedirects INSTANCE = new SafeRedirects();

    private static final Set<String> HARMLESS = Set.of(
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "b3",
            "cache-control",
            "if-modified-since",
            "if-none-match",
            "pragma",
            "range",
            "traceparent",
            "tracestate",
            "user-agent");

    private static final Set<String> OF_BODIES =
            Set.of(HttpHeaders.CONTENT_LENGTH, HttpHeaders.CONTENT_TYPE, HttpHeaders.TRANSFER_ENCODING);

    private SafeRedirects() {}

    @Override
    public boolean isRedirectAllowed(HttpHost from, HttpHost to, HttpRequest redirect, HttpContext context) {
        if (isSameOrigin(from, to)) {
            return true;
        }
        if (hasBody(redirect, context)) {
            return false;
        }
        for (Header header : redirect.getHeaders()) {
            if (header.isSensitive() || !HARMLESS.contains(header.getName().toLowerCase(Locale.ROOT))) {
                redirect.removeHeaders(header.getName());
            }
        }
        return true;
    }

    private static boolean isSameOrigin(HttpHost from, HttpHost to) {
        return from.getSchemeName().equalsIgnoreCase(to.getSchemeName())
                && from.getHostName().equalsIgnoreCase(to.getHostName())
                && port(from) == port(to);
    }

    private static int port(HttpHost host) {
        return DefaultSchemePortResolver.INSTANCE.resolve(host);
    }

    /** A request of an asynchronous client has its body elsewhere: its method, and what was sent, tell of it. */
    private static boolean hasBody(HttpRequest redirect, HttpContext context) {
        boolean isUsual = Stream.of(Method.GET, Method.HEAD, Method.OPTIONS, Method.TRACE)
                .anyMatch(method -> method.isSame(redirect.getMethod()));
        if (!isUsual || (redirect instanceof HttpEntityContainer container && container.getEntity() != null)) {
            return true;
        }
        HttpRequest sent = HttpClientContext.cast(context).getRequest();
        return sent != null
                && sent.getMethod().equalsIgnoreCase(redirect.getMethod())
                && OF_BODIES.stream().anyMatch(sent::containsHeader);
    }
}
