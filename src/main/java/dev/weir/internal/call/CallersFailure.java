package dev.weir.internal.call;

import dev.weir.internal.log.PlainText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http2.impl.nio.ProtocolNegotiationException;
import org.jspecify.annotations.Nullable;

/**
 * Makes of a failure on a thread of the pool one of its caller's own: of the same type, with the frames of the caller in its
 * trace, and the failure as its cause. Several callers may wait for one dial, and an exception is mutable. Call it on the
 * thread of the caller.
 */
public final class CallersFailure {

    // By exact type: a subclass carries more than a message.
    private static final Map<Class<?>, Function<String, IOException>> TYPES = Map.ofEntries(
            Map.entry(IOException.class, IOException::new),
            Map.entry(EOFException.class, EOFException::new),
            Map.entry(InterruptedIOException.class, InterruptedIOException::new),
            Map.entry(SocketException.class, SocketException::new),
            Map.entry(SocketTimeoutException.class, SocketTimeoutException::new),
            Map.entry(BindException.class, BindException::new),
            Map.entry(ConnectException.class, ConnectException::new),
            Map.entry(NoRouteToHostException.class, NoRouteToHostException::new),
            Map.entry(UnknownHostException.class, UnknownHostException::new),
            Map.entry(SSLException.class, SSLException::new),
            Map.entry(SSLHandshakeException.class, SSLHandshakeException::new),
            Map.entry(SSLProtocolException.class, SSLProtocolException::new),
            Map.entry(SSLPeerUnverifiedException.class, SSLPeerUnverifiedException::new),
            Map.entry(ProtocolNegotiationException.class, ProtocolNegotiationException::new),
            Map.entry(ConnectionClosedException.class, ConnectionClosedException::new),
            Map.entry(NoHttpResponseException.class, NoHttpResponseException::new));

    private CallersFailure() {}

    /**
     * Makes one of the failure of a dial, which names the route.
     *
     * @param failure the failure
     * @param route the route of the dial
     * @return the caller's own; the failure itself if it is of a type that cannot be made again
     */
    public static Exception ofDial(Exception failure, HttpRoute route) {
        return failure instanceof IOException io ? own(io, said(io, route)) : failure;
    }

    /**
     * Makes one of the failure of an exchange.
     *
     * @param failure the failure
     * @return the caller's own; the failure itself, with the caller's trace as suppressed, if it is of a type that cannot be
     *     made again
     */
    public static IOException ofExchange(IOException failure) {
        return own(failure, failure.getMessage());
    }

    private static @Nullable String said(IOException failure, HttpRoute route) {
        String message = failure.getMessage();
        String target = route.getTargetHost().toURI();
        if (message != null && message.contains(target)) {
            return message;
        }
        HttpHost proxy = route.getProxyHost();
        String peer = proxy == null ? target : target + " through " + proxy.toURI();
        return PlainText.of("Connect to " + peer + " failed: " + (message == null ? failure.getClass() : message));
    }

    private static IOException own(IOException failure, @Nullable String message) {
        IOException own = copy(failure, message == null ? "" : message);
        if (own == null) {
            failure.addSuppressed(new IOException("the caller waited here"));
            return failure;
        }
        own.initCause(failure);
        return own;
    }

    private static @Nullable IOException copy(IOException failure, String message) {
        if (failure.getClass() == ConnectTimeoutException.class) {
            return new ConnectTimeoutException(message, ((ConnectTimeoutException) failure).getHost());
        }
        if (failure.getClass() == HttpHostConnectException.class) {
            return new HttpHostConnectException(message, ((HttpHostConnectException) failure).getHost());
        }
        Function<String, IOException> type = TYPES.get(failure.getClass());
        return type == null ? null : type.apply(message);
    }
}
