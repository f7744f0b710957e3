package dev.weir.internal.http1;

import dev.weir.internal.log.PlainText;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.CircularRedirectException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RedirectException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.UnsupportedHttpVersionException;

/**
 * Names the peer in failures that its response caused. HttpCore's messages do not, and quote the peer at any length; here a
 * message has at most 256 characters, all printable. Pure.
 */
public final class ExchangeFailures {

    private static final String BEGINNING = "Exchange with ";

    // By exact type: a subclass carries more than a message, and has its own message.
    private static final Map<Class<?>, Function<String, Exception>> TYPES = Map.ofEntries(
            Map.entry(HttpException.class, HttpException::new),
            Map.entry(ProtocolException.class, ProtocolException::new),
            Map.entry(ParseException.class, ParseException::new),
            Map.entry(NotImplementedException.class, NotImplementedException::new),
            Map.entry(UnsupportedHttpVersionException.class, UnsupportedHttpVersionException::new),
            Map.entry(MessageConstraintException.class, MessageConstraintException::new),
            Map.entry(MalformedChunkCodingException.class, MalformedChunkCodingException::new),
            Map.entry(RedirectException.class, RedirectException::new),
            Map.entry(CircularRedirectException.class, CircularRedirectException::new),
            Map.entry(SocketTimeoutException.class, SocketTimeoutException::new),
            Map.entry(SocketException.class, SocketException::new),
            Map.entry(SSLException.class, SSLException::new),
            Map.entry(SSLHandshakeException.class, SSLHandshakeException::new),
            Map.entry(NoHttpResponseException.class, NoHttpResponseException::new),
            Map.entry(ConnectionClosedException.class, ConnectionClosedException::new));

    // No message of HttpCore, HttpClient or our own is longer without a quote.
    private static final int MOST_CHARACTERS = 256;

    private ExchangeFailures() {}

    /**
     * Names the peer of a failure, and the setting that ended it.
     *
     * @param failure the failure of an exchange
     * @param route its route
     * @param knobs maps a setting to the name of what gives the route its value
     * @param <E> its type
     * @return a failure of the same type and with the same stack, but without a cause that quotes the peer as well; the
     *     failure itself if it is of a type that quotes nothing, or names the peer already
     */
    public static <E extends Exception> E named(E failure, HttpRoute route, UnaryOperator<String> knobs) {
        String message = failure.getMessage();
        if (message == null || message.contains(route.getTargetHost().toURI())) {
            return failure;
        }
        return said(failure, message, route, knobs);
    }

    /**
     * Names the peer in those failures of HttpClient's own steps that quote a response: a redirect that cannot be followed, a
     * proxy that opens no tunnel, an unknown coding.
     *
     * @param failure the failure of a call
     * @param route the route of its first request
     * @param withPath whether the path of a redirect may be shown; its query never is
     * @param <E> its type
     * @return as for {@link #named}
     */
    public static <E extends Exception> E ofCall(E failure, HttpRoute route, boolean withPath) {
        String message = failure.getMessage();
        boolean showsLocation = failure instanceof RedirectException || failure.getClass() == ProtocolException.class;
        if (message == null || !showsLocation) {
            return failure.getClass() == HttpException.class
                    ? named(failure, route, UnaryOperator.identity())
                    : failure;
        }
        String location = withPath
                ? message.replaceAll("[?#][^']*", "")
                : message.replaceFirst("(?<=: ).+|'.*", "(path withheld)");
        return said(failure, location, route, UnaryOperator.identity());
    }

    @SuppressWarnings("unchecked") // each type maps to a function that makes the same type
    private static <E extends Exception> E said(E failure, String what, HttpRoute route, UnaryOperator<String> knobs) {
        Function<String, Exception> type = TYPES.get(failure.getClass());
        String message = failure.getMessage();
        if (type == null || (message != null && message.startsWith(BEGINNING))) {
            return failure;
        }
        boolean isSilence = failure.getClass() == SocketTimeoutException.class;
        String limit = isSilence ? " (" + knobs.apply("timeouts.read") + ")" : "";
        Exception named = type.apply(BEGINNING + peer(route) + ": " + printable(what) + limit);
        named.setStackTrace(failure.getStackTrace());
        if (failure.getCause() instanceof Exception cause && !isQuoting(cause)) {
            named.initCause(named(cause, route, knobs));
        }
        for (Throwable suppressed : failure.getSuppressed()) {
            named.addSuppressed(suppressed);
        }
        return (E) named;
    }

    // They show everything that cannot be parsed.
    private static boolean isQuoting(Exception cause) {
        return cause instanceof URISyntaxException || cause instanceof IllegalArgumentException;
    }

    private static String peer(HttpRoute route) {
        HttpHost proxy = route.getProxyHost();
        String target = route.getTargetHost().toURI();
        return PlainText.of(proxy == null ? target : target + " through " + proxy.toURI());
    }

    private static String printable(String message) {
        String start = message.substring(0, Math.min(message.length(), MOST_CHARACTERS))
                .replaceAll("[^ -~…]", "?");
        return start.length() < message.length() ? start + "…" : start;
    }
}
